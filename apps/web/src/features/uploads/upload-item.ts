import type { Visibility } from '@tribehall/contract';
import { formatBytes } from '../../lib/text/format.ts';
import { splitPath } from '../../lib/text/split-path.ts';
import type { ChosenFile } from './chosen-files.ts';
import type { UnfinishedUpload } from './uploads.queries.ts';

export type UploadState = 'waiting' | 'uploading' | 'retrying' | 'done' | 'failed' | 'cancelled';

/** One chosen file as the list shows it. Immutable: a change replaces the row. */
export type UploadRow = Readonly<{
  /** Unique in this tab. */
  id: string;
  name: string;
  size: number;
  sent: number;
  visibility: Visibility;
  state: UploadState;
  /** Recognises the file when it is chosen again. Computed late, because it makes the browser access the drive. */
  fingerprint: string | undefined;
  /** Set once the server has created the upload; the finished file has the same id. */
  uploadId: string | undefined;
  /** Why it failed or is being retried. */
  problem: string | undefined;
  /** Whether retrying a failed upload can help. */
  mayRetry: boolean;
}>;

/** A chosen file with the state of its transfer. */
export type UploadItem = {
  row: UploadRow;
  readonly file: File;
  /** Aborts the current run; a manual retry gets a new one. */
  stop: AbortController;
  /** Consecutive attempts without progress. */
  attempts: number;
  /** Bytes the server had when the last attempt started. */
  confirmedBytes: number;
  notBefore: number;
  /** Whether the server may hold bytes under an upload id that never reached us. */
  mayHaveBegun: boolean;
};

const maxNameLength = 200;

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
    confirmedBytes: 0,
    notBefore: 0,
    mayHaveBegun: false,
  };
}

/** Identifies the same unchanged file. Keeps the end of a long name, which says more than its beginning. */
export function fingerprintOf({ file, row }: UploadItem): string {
  const name = Array.from(row.name.replaceAll(/\p{Cc}/gu, '?'))
    .slice(-maxNameLength)
    .join('');
  return `${name}|${row.size}|${file.lastModified}`;
}

export function isUnderWay({ state }: Pick<UploadRow, 'state'>): boolean {
  return state === 'waiting' || state === 'uploading' || state === 'retrying';
}

export type UploadTotals = Readonly<{
  /** Without the cancelled ones. */
  files: number;
  done: number;
  failed: number;
  /** Failed ones that can be retried. */
  retryable: number;
  cancelled: number;
  underWay: number;
  /** Of files that are uploaded or still will be. */
  bytes: number;
  sent: number;
  bytesPerSecond: number;
  /** Unknown while nothing is being sent. */
  secondsRemaining: number | undefined;
}>;

export function totalsOf(rows: readonly UploadRow[], bytesPerSecond: number): UploadTotals {
  const totals = { done: 0, failed: 0, retryable: 0, cancelled: 0, underWay: 0, bytes: 0, sent: 0 };
  for (const row of rows) {
    const isActive = isUnderWay(row);
    if (isActive) totals.underWay += 1;
    else totals[row.state as 'done' | 'failed' | 'cancelled'] += 1;
    if (row.state === 'failed' && row.mayRetry) totals.retryable += 1;
    if (isActive || row.state === 'done') {
      totals.bytes += row.size;
      totals.sent += row.sent;
    }
  }
  return {
    ...totals,
    files: rows.length - totals.cancelled,
    bytesPerSecond,
    secondsRemaining: bytesPerSecond > 0 ? (totals.bytes - totals.sent) / bytesPerSecond : undefined,
  };
}

/** Unfinished uploads that no row of this tab already shows. */
export function unlistedUploads(
  unfinished: readonly UnfinishedUpload[],
  rows: readonly UploadRow[],
): UnfinishedUpload[] {
  const own = new Set(rows.map(({ uploadId, fingerprint }) => uploadId ?? fingerprint));
  return unfinished.filter(({ uploadId, fingerprint }) => !own.has(uploadId) && !own.has(fingerprint ?? uploadId));
}

/** Why an upload cannot be resumed with this file; undefined if it can. */
export function resumeRefusal(file: File, { fileName, size, fingerprint }: UnfinishedUpload): string | undefined {
  const { base } = splitPath(fileName);
  const [nameThen, , changedThen] = fingerprint?.split(/\|(?=\d+\|\d+$|\d+$)/) ?? [];
  const isNamed = file.name.normalize() === base || nameThen?.endsWith(file.name) === true;
  if (!isNamed) return `That's a different file. Choose ${base}.`;
  if (file.size !== size)
    return `That's a different file: it has ${formatBytes(file.size)} instead of ${formatBytes(size)}.`;
  // The result would be half the old file and half the new one.
  const isChanged = changedThen !== undefined && changedThen !== String(file.lastModified);
  return isChanged ? 'This file has changed since the upload started. Discard the upload and start again.' : undefined;
}

/** Which of the server's unfinished uploads this tab's items resume: each at most once. */
export function createUploadClaims() {
  const claimed = new Set<string>();
  return {
    add: (uploadId: string | undefined) => {
      if (uploadId !== undefined) claimed.add(uploadId);
    },
    release: (uploadId: string | undefined) => {
      if (uploadId !== undefined) claimed.delete(uploadId);
    },
    /** An unclaimed upload of the same file with the same visibility. */
    find: (row: UploadRow, unfinished: readonly UnfinishedUpload[]): string | undefined =>
      unfinished.find((upload) => isSame(row, upload) && !claimed.has(upload.uploadId))?.uploadId,
    clear: () => claimed.clear(),
  };
}

function isSame(row: UploadRow, upload: UnfinishedUpload): boolean {
  return row.fingerprint === upload.fingerprint && row.size === upload.size && row.visibility === upload.visibility;
}
