/** Control characters, those that turn the direction of writing, and line ends: a terminal would obey them. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Text from anyone as one harmless line. */
export function escapeLine(text: string): string {
  return text.replace(unseen, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same for text that is JSON, and stays it. */
export function escapeJson(json: string): string {
  return json.replace(unseen, (sign) =>
    Array.from({ length: sign.length }, (_, n) => `\\u${sign.charCodeAt(n).toString(16).padStart(4, '0')}`).join(''),
  );
}
