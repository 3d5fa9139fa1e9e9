import { AppError } from '../../errors.ts';

/** The text of a conflict is sent along up to here. */
const maxShownBytes = 1024 * 1024;

/** What is there now is not what the change was made to: whoever made it gets to see both. */
export function refuseStale(
  given: string | undefined,
  { text, version }: { text?: string | undefined; version: string | null },
): void {
  if (given === undefined || given === version) return;
  const isShown = text !== undefined && Buffer.byteLength(text) <= maxShownBytes;
  throw new AppError('CONFLICT', undefined, { version, ...(isShown ? { text } : {}) });
}
