import type { UploadRow } from './upload-item.ts';
import type { UnfinishedUpload } from './uploads.queries.ts';

/** Which uploads of the server this tab's items go on with: no two with the same. */
export function createUploadClaims() {
  const claimed = new Set<string>();
  return {
    add: (uploadId: string | undefined) => {
      if (uploadId !== undefined) claimed.add(uploadId);
    },
    release: (uploadId: string | undefined) => {
      if (uploadId !== undefined) claimed.delete(uploadId);
    },
    /** One that nobody goes on with, begun with the same file for the same people. */
    find: (row: UploadRow, unfinished: readonly UnfinishedUpload[]): string | undefined =>
      unfinished.find((upload) => isSame(row, upload) && !claimed.has(upload.uploadId))?.uploadId,
    clear: () => claimed.clear(),
  };
}

function isSame(row: UploadRow, upload: UnfinishedUpload): boolean {
  return row.fingerprint === upload.fingerprint && row.size === upload.size && row.visibility === upload.visibility;
}
