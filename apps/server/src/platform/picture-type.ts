/** The media type of a picture by what is in it, whatever its sender calls it; undefined where it is none. */
export function pictureType(body: Buffer): string | undefined {
  if (body.subarray(0, 3).toString('hex') === 'ffd8ff') return 'image/jpeg';
  if (body.subarray(0, 8).toString('hex') === '89504e470d0a1a0a') return 'image/png';
  if (body.toString('latin1', 0, 4) === 'RIFF' && body.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}
