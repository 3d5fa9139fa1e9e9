import { databaseLimits } from '@tribehall/contract/databases.contract';
import { isDatabaseFull, isLockTimeout } from '../../db/db.ts';
import { AppError } from '../../errors.ts';
import { FileTooLargeError } from '../../platform/files/tree-file.ts';

const maxMegabytes = databaseLimits.maxBytes / 1024 / 1024;

export const databaseNotFound = () => new AppError('NOT_FOUND', 'There is no such database.');

export const tooLarge = () => new AppError('PAYLOAD_TOO_LARGE', `A database may have ${maxMegabytes} MB at most.`);

/** The file was made too large at the host, not by the caller. */
export const foundTooLarge = () =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    `This file has more than ${maxMegabytes} MB: someone changed it at the host. Save another text or restore a version.`,
  );

/** Storage errors that the operator has to fix get an error of their own; everything else is returned as it is. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof FileTooLargeError) return foundTooLarge();
  if (isDatabaseFull(error)) return new AppError('STORAGE_FULL', undefined, undefined, error);
  if (isLockTimeout(error)) return new AppError('LOCKED', undefined, undefined, error);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('STORAGE_FULL', undefined, undefined, error);
  // The file or its folder was removed meanwhile.
  if (syscall !== undefined && (code === 'ENOENT' || code === 'ENOTDIR')) return databaseNotFound();
  // Errors of the connection to PostgreSQL are handled elsewhere.
  if (syscall === undefined || syscall === 'connect' || syscall === 'read' || code?.startsWith('ECONN')) return error;
  return driveFailed(error);
}

function driveFailed(cause: unknown): AppError {
  const message = 'The drive with the databases is not working. Please tell the operator.';
  return new AppError('UNAVAILABLE', message, undefined, cause);
}

/** A conflict includes the current text up to this size. */
const maxShownBytes = 1024 * 1024;

/** Optimistic locking: refuses a change that was made to another version, and returns the current one to the caller. */
export function refuseStale(
  given: string | undefined,
  { text, version }: { text?: string | undefined; version: string | null },
): void {
  if (given === undefined || given === version) return;
  const isShown = text !== undefined && Buffer.byteLength(text) <= maxShownBytes;
  throw new AppError('CONFLICT', undefined, { version, ...(isShown ? { text } : {}) });
}
