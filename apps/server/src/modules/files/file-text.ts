/** Of the control characters a text has tabs, ends of lines and pages, and the colours of a log. */
// oxlint-disable-next-line no-control-regex
const notText = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f]/;

const marks: [encoding: string, bytes: number[]][] = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The text in these bytes: UTF-8, or UTF-16 where it says so at its start, as Windows writes it. Undefined where there is none. */
export function decodeText(bytes: Buffer): string | undefined {
  const [encoding] = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? ['utf-8'];
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return notText.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
