import type { FileDetails, ListedFile } from '../features/files/files.queries.ts';

export function buildFile(changes: Partial<ListedFile> = {}): ListedFile {
  return {
    fileId: 'f1',
    fileName: 'map.png',
    uploadedBy: 'Mira',
    uploadedAt: '2026-01-02T03:04:05Z',
    size: 1500,
    visibility: 'admins',
    ...changes,
  };
}

export function buildDetails(changes: Partial<FileDetails> = {}): FileDetails {
  return { ...buildFile(), preview: 'none', hash: '00c0ffee00c0ffee', mayChange: false, ...changes };
}
