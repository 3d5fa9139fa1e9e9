/** Characters that a terminal would interpret: control characters, bidirectional marks and line ends. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Untrusted text as one harmless line. */
export function escapeLine(text: string): string {
  return text.replace(unseen, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same for JSON, which stays valid. */
export function escapeJson(json: string): string {
  return json.replace(unseen, (sign) =>
    Array.from({ length: sign.length }, (_, n) => `\\u${sign.charCodeAt(n).toString(16).padStart(4, '0')}`).join(''),
  );
}
