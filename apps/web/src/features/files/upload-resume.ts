import { formatBytes } from '../../lib/text/format.ts';
import { splitName } from './file-names.ts';
import type { UploadRow } from './upload-item.ts';
import type { UnfinishedUpload } from './uploads.queries.ts';

/** Those of the server's list that no row of this tab stands for. */
export function leftUploads(unfinished: readonly UnfinishedUpload[], rows: readonly UploadRow[]): UnfinishedUpload[] {
  const own = new Set(rows.map(({ uploadId, fingerprint }) => uploadId ?? fingerprint));
  return unfinished.filter(({ uploadId, fingerprint }) => !own.has(uploadId) && !own.has(fingerprint ?? uploadId));
}

/** Why an upload cannot go on with this file; nothing where it can. */
export function resumeRefusal(file: File, { fileName, size, fingerprint }: UnfinishedUpload): string | undefined {
  const { base } = splitName(fileName);
  const [nameThen, , changedThen] = fingerprint?.split(/\|(?=\d+\|\d+$|\d+$)/) ?? [];
  const isNamed = file.name.normalize() === base || nameThen?.endsWith(file.name) === true;
  if (!isNamed) return `This is another file. Please choose ${base}.`;
  if (file.size !== size)
    return `This file has ${formatBytes(file.size)}, not ${formatBytes(size)}: it is another one.`;
  // Half of the old one and half of the new one would be neither.
  const isChanged = changedThen !== undefined && changedThen !== String(file.lastModified);
  return isChanged
    ? 'This file was changed after the upload began. Please discard it and upload the file anew.'
    : undefined;
}
