import { AppError } from '../../errors.ts';
import { BlobStoreUnavailableError } from '../../platform/files/blob-store.ts';
import { S3Error } from '../../platform/s3/s3-client.ts';
import type { Ending } from '../../platform/files/file-receiver.ts';

export const tooLarge = () => new AppError('PAYLOAD_TOO_LARGE', 'File is too large.');

export const driveUnavailable = (cause?: unknown) =>
  new AppError('UNAVAILABLE', 'The storage of the files is not available. Please tell the operator.', undefined, cause);

/** Codes of S3 servers without space. */
const fullCodes = ['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded'];
/** Error codes of a path on a drive that was unmounted. */
const unavailableCodes = ['ENOENT', 'ENOTDIR', 'ENOTCONN', 'ESTALE'];

const isFullDrive = (code: string) => code === 'ENOSPC' || code === 'EDQUOT';

/** A full or missing drive is for the operator to fix and gets its own error; everything else is returned as it is. */
export function toStorageError(error: unknown): unknown {
  const { code = '', path } = error as NodeJS.ErrnoException;
  const isFull = error instanceof S3Error ? fullCodes.includes(code) || error.status === 507 : isFullDrive(code);
  if (isFull) return new AppError('STORAGE_FULL', undefined, undefined, error);
  if (code === 'EFBIG') return tooLarge();
  const isUnavailable =
    error instanceof BlobStoreUnavailableError || (path !== undefined && unavailableCodes.includes(code));
  return isUnavailable ? driveUnavailable(error) : error;
}

/** Errors for bodies that did not arrive as announced. */
export const receiveErrors = {
  more: tooLarge,
  cut: () => new AppError('BAD_REQUEST', 'The connection was lost.'),
  stalled: () => new AppError('TIMEOUT', 'No data arrived for 25 seconds.'),
} satisfies Partial<Record<Ending, () => AppError>>;
