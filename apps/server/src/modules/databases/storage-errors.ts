import { databaseLimits } from '@tribehall/contract/databases.contract';
import { isDatabaseFull, isLockTimeout } from '../../db/db.ts';
import { AppError } from '../../errors.ts';
import { FileTooLargeError } from '../../platform/files/tree-file.ts';

const maxMegabytes = databaseLimits.maxBytes / 1024 / 1024;

export const noDatabase = () => new AppError('NOT_FOUND', 'There is no such database.');

export const tooLarge = () => new AppError('PAYLOAD_TOO_LARGE', `A database may have ${maxMegabytes} MB at most.`);

/** Who sees this did not make it so large. */
export const foundTooLarge = () =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    `This file has more than ${maxMegabytes} MB: someone changed it at the host. Save another text or restore a version.`,
  );

/** A drive that takes or gives nothing is the operator's concern, not a mistake of ours. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof FileTooLargeError) return foundTooLarge();
  if (isDatabaseFull(error)) return new AppError('STORAGE_FULL', undefined, undefined, error);
  if (isLockTimeout(error)) return new AppError('LOCKED', undefined, undefined, error);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('STORAGE_FULL', undefined, undefined, error);
  // Its folder, or itself, was taken away meanwhile.
  if (syscall !== undefined && (code === 'ENOENT' || code === 'ENOTDIR')) return noDatabase();
  // What comes from the line to PostgreSQL has another answer.
  if (syscall === undefined || syscall === 'connect' || syscall === 'read' || code?.startsWith('ECONN')) return error;
  return driveFailed(error);
}

function driveFailed(cause: unknown): AppError {
  const message = 'The drive with the databases does not work. Please tell the operator.';
  return new AppError('UNAVAILABLE', message, undefined, cause);
}
