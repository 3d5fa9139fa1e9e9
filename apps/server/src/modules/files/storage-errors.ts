import { AppError } from '../../errors.ts';

export const tooLarge = () => new AppError('PAYLOAD_TOO_LARGE', 'File is too large.');

export const driveAway = () =>
  new AppError('UNAVAILABLE', 'The drive with the files is not there. Please tell the operator.');

/** A drive that takes no more is the operator's concern, not a mistake of ours. */
export function toStorageError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('STORAGE_FULL', undefined, undefined, error);
  if (code === 'EFBIG') return tooLarge();
  return error;
}
