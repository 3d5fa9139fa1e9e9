import type { ByteSource } from './byte-source.ts';

/** What is sent as a download. The receiver closes the source. */
export type OpenFile = {
  source: ByteSource;
  /** The file name for the download. */
  name: string;
  type: string;
  /** A strong ETag with its quotes: what differs in one byte has another. */
  tag: string;
};
