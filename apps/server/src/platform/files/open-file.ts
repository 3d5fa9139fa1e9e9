import type { FileHandle } from 'node:fs/promises';

/** An open file: it can be read to its end, whatever becomes of its name meanwhile. Whoever gets it closes it. */
export type OpenFile = {
  handle: FileHandle;
  bytes: number;
  /** For the folder of whoever gets it. */
  name: string;
  type: string;
  /** A strong ETag with its quotes: what differs in one byte has another. */
  tag: string;
};
