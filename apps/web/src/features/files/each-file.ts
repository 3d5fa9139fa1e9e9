import { errorMessage } from '../../lib/api/api-error.ts';
import { isRefusal } from '../../lib/api/back-off.ts';
import { describeFiles } from './file-names.ts';
import type { ListedFile } from './files.queries.ts';

export type Outcome = { done: ListedFile[]; failed: ListedFile[]; error: unknown };

/**
 * One call for each file, one after the other. A file that is refused does not keep the others back; a portal that does
 * not answer, or has had enough of it, does.
 */
export async function eachFile(
  files: readonly ListedFile[],
  call: (file: ListedFile) => Promise<unknown>,
): Promise<Outcome> {
  const done: ListedFile[] = [];
  let error: unknown;
  for (const file of files) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await call(file);
      done.push(file);
    } catch (failure) {
      error ??= failure;
      if (!isRefusal(failure)) break;
    }
  }
  return { done, failed: files.filter((file) => !done.includes(file)), error };
}

/** What to tell of those that failed: for one file its own reason says enough. */
export function failureOf({ done, failed, error }: Outcome, deed: string): unknown {
  if (done.length + failed.length === 1) return error;
  return new Error(`${describeFiles(failed)} could not be ${deed}: ${errorMessage(error)}`, { cause: error });
}
