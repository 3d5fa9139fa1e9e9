/** The page of a file, as a link that can be copied. */
export function filePath(fileId: string): string {
  return `/files/${encodeURIComponent(fileId)}`;
}
