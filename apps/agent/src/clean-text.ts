import { withoutEscapes } from '@tribehall/ark/text/unsafe-text';
import { lineBreaks, withoutControls, withoutInvisible } from '@tribehall/ark/text/unsafe-text';

/** Untrusted text as one line that is safe to show on a page, in a terminal and in a log. */
export function cleanText(text: string, maxLength: number): string {
  const line = text.slice(0, maxLength * 4).replace(lineBreaks, ' ');
  return cut(withoutInvisible(withoutControls(withoutEscapes(line))).trim(), maxLength);
}

/** The same for several lines. */
export function cleanLines(text: string, maxLength: number): string {
  const lines = text
    .slice(0, maxLength)
    .split(/\r?\n/)
    .map((line) => cleanText(line, maxLength));
  return cut(lines.join('\n').trim(), maxLength);
}

function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  const isHalfSign = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalfSign ? maxLength - 1 : maxLength).trimEnd();
}
