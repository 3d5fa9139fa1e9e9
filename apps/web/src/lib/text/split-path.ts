/** `maps/caves/one.png` → folders `maps/caves/`, base `one.png`. */
export function splitPath(path: string): { folders: string; base: string } {
  const end = path.lastIndexOf('/') + 1;
  return { folders: path.slice(0, end), base: path.slice(end) };
}
