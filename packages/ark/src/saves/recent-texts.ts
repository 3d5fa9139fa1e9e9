const slotCount = 128;
const maxLength = 64;

const texts: string[] = Array.from({ length: slotCount }, () => '');
const lengths = new Uint8Array(slotCount);
const contents = new Uint8Array(slotCount * maxLength);

/**
 * A text of one byte a letter. A small direct-mapped cache: structures mostly have the tribe and the builder of others, and
 * decoding takes longer than comparing.
 */
export function latin1Text(bytes: Buffer, start: number, end: number): string {
  const length = end - start;
  if (length <= 0 || length > maxLength) return bytes.toString('latin1', start, end);
  const slot = (length * 31 + (bytes[start] ?? 0) * 7 + (bytes[end - 1] ?? 0)) % slotCount;
  const at = slot * maxLength;
  if (lengths[slot] === length) {
    let index = 0;
    while (index < length && contents[at + index] === bytes[start + index]) index += 1;
    if (index === length) return texts[slot] ?? '';
  }
  for (let index = 0; index < length; index += 1) contents[at + index] = bytes[start + index] ?? 0;
  lengths[slot] = length;
  const text = bytes.toString('latin1', start, end);
  texts[slot] = text;
  return text;
}
