import { trimEndOf } from '@tribehall/contract/shared/text';

/** Line breaks, control characters, half characters and what turns the reading direction or shows nothing. */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cs}\p{Cf}\u2028\u2029]/gu;
const names: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': ' ' };

/** A text as one line that a page, a terminal and a file can show: what would act or hide is written out instead. */
export function visibleLine(text: string, maxLength: number): string {
  const line = trimEndOf(text.slice(0, maxLength), '\r\n');
  return cut(line.replace(unseen, writeOut), maxLength);
}

function writeOut(sign: string): string {
  return names[sign] ?? `\\u{${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`;
}

/** Never through the middle of a character. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength);
}
