import type { FileHandle } from 'node:fs/promises';

/** An open file: it can be read to its end even if it is renamed or removed meanwhile. The receiver closes it. */
export type OpenFile = {
  handle: FileHandle;
  bytes: number;
  /** The file name for the download. */
  name: string;
  type: string;
  /** A strong ETag with its quotes: what differs in one byte has another. */
  tag: string;
};
