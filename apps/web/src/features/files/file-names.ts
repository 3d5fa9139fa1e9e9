import { quoted } from '../../lib/text/visible-text.ts';
import type { ListedFile } from './files.queries.ts';

/** The folders a file came in, with the slash behind them, and the name in the last one. */
export function splitName(fileName: string): { folders: string; base: string } {
  const end = fileName.lastIndexOf('/') + 1;
  return { folders: fileName.slice(0, end), base: fileName.slice(end) };
}

/** One by its name, several by their number. */
export function describeFiles(files: readonly Pick<ListedFile, 'fileName'>[]): string {
  const [first] = files;
  return files.length === 1 && first !== undefined ? quoted(first.fileName) : `${files.length} files`;
}
