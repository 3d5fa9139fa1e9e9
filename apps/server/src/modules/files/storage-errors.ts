import { AppError } from '../../errors.ts';
import { ShelfAwayError } from '../../platform/files/shelf.ts';

export const tooLarge = () => new AppError('PAYLOAD_TOO_LARGE', 'File is too large.');

export const driveAway = (cause?: unknown) =>
  new AppError('UNAVAILABLE', 'The drive with the files is not there. Please tell the operator.', undefined, cause);

/** What the system says of a path on a drive that went away. */
const awayCodes = ['ENOENT', 'ENOTDIR', 'ENOTCONN', 'ESTALE'];

/** A drive that takes no more is the operator's concern, not a mistake of ours. */
export function toStorageError(error: unknown): unknown {
  const { code = '', path } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('STORAGE_FULL', undefined, undefined, error);
  if (code === 'EFBIG') return tooLarge();
  if (error instanceof ShelfAwayError || (path !== undefined && awayCodes.includes(code))) return driveAway(error);
  return error;
}
