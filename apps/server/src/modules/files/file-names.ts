/** What joins the parts of one emoji, or keeps Arabic letters apart, belongs to the word. */
const joiner =
  /(?<=\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)\u200D(?=\p{Extended_Pictographic})|(?<=\p{sc=Arab})\u200C(?=\p{sc=Arab})/u;
/** Invisible ones can make a name look like another: control, format and direction marks, fillers, halves of characters. */
const invisible = new RegExp(
  String.raw`[\p{Cc}\p{Cs}\u2028\u2029\u115F\u1160\u3164\uFFA0]|(?!${joiner.source})\p{Cf}`,
  'gu',
);
/** Drives, with the folders before them that mean nothing. */
const drives = /^(?:[\s/]|\.{1,2}\s*\/|[a-z]:)+/i;
/** Of a name beyond all measure only the end is looked at. */
const maxGivenLength = 4000;
const maxSegmentBytes = 255;
const maxBytes = 1000;
const maxExtensionBytes = 40;

/**
 * The name that people see, with the folders it came in. It is never a path of ours. Undefined where nothing is left
 * of it.
 */
export function cleanFileName(given: string): string | undefined {
  const text = given
    .slice(-maxGivenLength)
    .replace(invisible, '')
    .normalize('NFC')
    .replaceAll('\\', '/')
    .trim()
    .replace(drives, '');
  const segments = text
    .split('/')
    .map((segment) => shorten(segment.trim()))
    .filter((segment) => !['', '.', '..'].includes(segment));
  const name = lastOf(segments).join('/');
  if (name === '') return undefined;
  // A drive may come first only now that folders before it are gone.
  return drives.test(name) ? cleanFileName(name) : name;
}

/** As many as fit. The folders next to the file say more than those above them. */
function lastOf(segments: string[]): string[] {
  let bytes = 0;
  const first = segments.findLastIndex((segment) => (bytes += Buffer.byteLength(segment) + 1) > maxBytes + 1);
  return segments.slice(first + 1);
}

function shorten(segment: string): string {
  if (Buffer.byteLength(segment) <= maxSegmentBytes) return segment;
  const [found = ''] = /\.[^.]+$/.exec(segment) ?? [];
  const extension = Buffer.byteLength(found) <= maxExtensionBytes ? found : '';
  const stem = segment.slice(0, segment.length - extension.length);
  return withoutLooseEnd(cut(stem, maxSegmentBytes - Buffer.byteLength(extension))) + extension;
}

/** What joined the part that was cut off goes with it. */
function withoutLooseEnd(text: string): string {
  const end = text.trimEnd();
  return /[\u200C\u200D]$/.test(end) ? withoutLooseEnd(end.slice(0, -1)) : end;
}

/** So many bytes at most, and no half of a character. */
function cut(text: string, bytes: number): string {
  let length = 0;
  let fitting = '';
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > bytes) break;
    fitting += character;
  }
  return fitting;
}
