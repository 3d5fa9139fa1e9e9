import type { Visibility } from '@tribehall/contract';
import type { ChosenFile } from './chosen-files.ts';

export type UploadState = 'waiting' | 'uploading' | 'retrying' | 'done' | 'failed' | 'cancelled';

/** One chosen file as it is shown. It is replaced by another one whenever something of it changes. */
export type UploadRow = Readonly<{
  /** Of this row in this tab. */
  id: string;
  name: string;
  size: number;
  sent: number;
  visibility: Visibility;
  state: UploadState;
  /** What the server will know the file by when it is chosen again. Read as late as possible: the browser has to look. */
  fingerprint: string | undefined;
  /** Once the server has begun it; the file has the same id. */
  uploadId: string | undefined;
  /** Why it failed, or why it is tried again. */
  problem: string | undefined;
  /** Whether a failed one is worth another try. */
  mayRetry: boolean;
}>;

/** A chosen file on its way. */
export type UploadItem = {
  row: UploadRow;
  readonly file: File;
  /** Ends what is going on for it; another try has another one. */
  stop: AbortController;
  /** Tries in a row that brought nothing. */
  attempts: number;
  /** Bytes that the server had when the last try began. */
  safe: number;
  notBefore: number;
  /** Whether bytes were sent that the server may hold without our knowing its name for them. */
  mayHaveBegun: boolean;
};

const longestName = 200;

let lastId = 0;

export function createItem({ file, path }: ChosenFile, visibility: Visibility, uploadId?: string): UploadItem {
  lastId += 1;
  return {
    row: {
      id: String(lastId),
      name: path,
      size: file.size,
      sent: 0,
      visibility,
      state: 'waiting',
      fingerprint: undefined,
      uploadId,
      problem: undefined,
      mayRetry: false,
    },
    file,
    stop: new AbortController(),
    attempts: 0,
    safe: 0,
    notBefore: 0,
    mayHaveBegun: false,
  };
}

/** The same file, unchanged since. The end of a long name tells more than its beginning. */
export function fingerprintOf({ file, row }: UploadItem): string {
  const name = Array.from(row.name.replaceAll(/\p{Cc}/gu, '?'))
    .slice(-longestName)
    .join('');
  return `${name}|${row.size}|${file.lastModified}`;
}

export function isUnderWay({ state }: Pick<UploadRow, 'state'>): boolean {
  return state === 'waiting' || state === 'uploading' || state === 'retrying';
}
