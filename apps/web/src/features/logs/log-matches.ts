export type TextPart = { text: string; isMatch: boolean };

/** Patterns are only highlighted in this much of a line; the server has searched all of it. */
const maxPatternText = 400;

/**
 * Splits a line at the matches, for highlighting. A regular expression can take forever in the browser, so only those with
 * at most one repetition are highlighted.
 */
export function createMarker(search: string, isPattern: boolean): (text: string) => TextPart[] {
  const pattern = search === '' ? undefined : isPattern ? simplePattern(search) : toPattern(escapeText(search));
  if (pattern === undefined) return (text) => [{ text, isMatch: false }];
  return (text) => (isPattern ? markStart(text, pattern) : markAll(text, pattern));
}

function markStart(text: string, pattern: RegExp): TextPart[] {
  const parts = markAll(text.slice(0, maxPatternText), pattern);
  return text.length > maxPatternText ? [...parts, { text: text.slice(maxPatternText), isMatch: false }] : parts;
}

function markAll(text: string, pattern: RegExp): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (match === '') continue;
    if (index > end) parts.push({ text: text.slice(end, index), isMatch: false });
    parts.push({ text: match, isMatch: true });
    end = index + match.length;
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}

function simplePattern(search: string): RegExp | undefined {
  const repetitions = search.replaceAll(/\\./g, '').match(/[*+{]/g)?.length ?? 0;
  return repetitions > 1 ? undefined : toPattern(search);
}

function toPattern(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'gi');
  } catch {
    // The server's syntax differs; its matches are shown without highlighting.
    return undefined;
  }
}

function escapeText(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
