export type Picture = { type: string; body: Buffer };

/** The media type by the content, whatever the sender declares; undefined where it is not a supported picture. */
export function pictureType(body: Buffer): string | undefined {
  if (body.subarray(0, 3).toString('hex') === 'ffd8ff') return 'image/jpeg';
  if (body.subarray(0, 8).toString('hex') === '89504e470d0a1a0a') return 'image/png';
  if (body.toString('latin1', 0, 4) === 'RIFF' && body.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}
