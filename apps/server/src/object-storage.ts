import { SettingError, type Config } from './config.ts';
import { createS3Client, S3Error, type S3Client } from './platform/s3/s3-client.ts';
import { waitFor } from './platform/wait-for.ts';

/** The store for files and songs; undefined if they are in folders. */
export function openObjectStorage(config: Config): S3Client | undefined {
  const { FILES_S3_ENDPOINT, FILES_S3_BUCKET, FILES_S3_ACCESS_KEY, FILES_S3_SECRET_KEY } = config;
  if (FILES_S3_ENDPOINT === undefined) return undefined;
  return createS3Client({
    endpoint: FILES_S3_ENDPOINT,
    region: config.FILES_S3_REGION,
    bucket: FILES_S3_BUCKET ?? '',
    prefix: config.FILES_S3_PREFIX,
    accessKey: FILES_S3_ACCESS_KEY ?? '',
    secretKey: FILES_S3_SECRET_KEY ?? '',
  });
}

export const hasObjectStorage = (config: Config): boolean => config.FILES_S3_ENDPOINT !== undefined;

/** Refuses a store that cannot be used; waits for one that is away. */
export async function requireObjectStorage(
  config: Config,
  starting: { print: (line: string) => void; signal: AbortSignal },
): Promise<void> {
  const storage = openObjectStorage(config);
  if (!storage) return;
  const name = `the store of the files (${storage.host})`;
  const limitMs = config.START_WAIT_SECONDS * 1000;
  try {
    await waitFor(() => storage.checkBucket(), { ...starting, name, limitMs, isAway });
  } catch (cause) {
    starting.signal.throwIfAborted();
    throw new SettingError(storageFault(config, cause), { cause });
  } finally {
    storage.close();
  }
}

/** Why the store cannot be used, for the operator. */
export function storageFault({ FILES_S3_BUCKET, FILES_S3_ENDPOINT }: Config, error: unknown): string {
  if (!(error instanceof S3Error)) throw error;
  const { host } = new URL(FILES_S3_ENDPOINT ?? '');
  if (error.status === 404) return `FILES_S3_BUCKET names a bucket that ${host} does not have: ${FILES_S3_BUCKET}.`;
  if (error.status === 403 || error.status === 401)
    return `FILES_S3_ACCESS_KEY and FILES_S3_SECRET_KEY may not use the bucket ${FILES_S3_BUCKET} on ${host}.`;
  return `FILES_S3_ENDPOINT cannot be used: ${error.message}.`;
}

const isAway = (error: unknown) => error instanceof S3Error && (error.status === 0 || error.status >= 500);
