import { SettingError, type Config } from './config.ts';
import { createS3Client, type S3Client } from './platform/s3/s3-client.ts';

const needed = ['FILES_S3_ENDPOINT', 'FILES_S3_BUCKET', 'FILES_S3_ACCESS_KEY', 'FILES_S3_SECRET_KEY'] as const;

/** The store for files and songs; undefined if they are in folders. */
export function openObjectStorage(config: Config): S3Client | undefined {
  const missing = needed.filter((name) => config[name] === undefined);
  if (missing.length === needed.length) return undefined;
  if (missing.length > 0)
    throw new SettingError(`${missing.join(', ')} must be set, too, where other settings of FILES_S3 are.`);
  return createS3Client({
    endpoint: config.FILES_S3_ENDPOINT ?? '',
    region: config.FILES_S3_REGION,
    bucket: config.FILES_S3_BUCKET ?? '',
    prefix: config.FILES_S3_PREFIX,
    accessKey: config.FILES_S3_ACCESS_KEY ?? '',
    secretKey: config.FILES_S3_SECRET_KEY ?? '',
  });
}

export const hasObjectStorage = (config: Config): boolean => config.FILES_S3_ENDPOINT !== undefined;
