/** Invisible ones can make a name look like another: control, format and direction marks, halves of characters. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;
const drive = /^[a-z]:/i;
const maxSegmentBytes = 255;
const maxBytes = 1000;
const maxExtensionBytes = 40;

/**
 * The name that people see, with the folders it came in. It is never a path of ours. Undefined where nothing is left
 * of it.
 */
export function cleanFileName(given: string): string | undefined {
  const text = given.replace(invisible, '').normalize('NFC').replaceAll('\\', '/').trim().replace(drive, '');
  const segments = text
    .split('/')
    .map((segment) => shorten(segment.trim()))
    .filter((segment) => !['', '.', '..'].includes(segment));
  // The folders next to the file say more than those above them.
  while (Buffer.byteLength(segments.join('/')) > maxBytes) segments.shift();
  return segments.length === 0 ? undefined : segments.join('/');
}

function shorten(segment: string): string {
  if (Buffer.byteLength(segment) <= maxSegmentBytes) return segment;
  const [found = ''] = /\.[^.]+$/.exec(segment) ?? [];
  const extension = Buffer.byteLength(found) <= maxExtensionBytes ? found : '';
  const stem = segment.slice(0, segment.length - extension.length);
  return cut(stem, maxSegmentBytes - Buffer.byteLength(extension)).trimEnd() + extension;
}

/** So many bytes at most, and no half of a character. */
function cut(text: string, bytes: number): string {
  let length = 0;
  let kept = '';
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > bytes) break;
    kept += character;
  }
  return kept;
}
