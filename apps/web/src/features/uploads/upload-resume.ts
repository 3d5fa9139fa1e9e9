import { formatBytes } from '../../lib/text/format.ts';
import { splitPath } from '../../lib/text/split-path.ts';
import type { UploadRow } from './upload-item.ts';
import type { UnfinishedUpload } from './uploads.queries.ts';

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
