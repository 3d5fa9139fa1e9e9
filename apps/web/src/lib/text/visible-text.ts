const maxLength = 80;

/** Control characters, line breaks of every kind, and bidirectional controls. */
// eslint-disable-next-line no-control-regex -- these are the ones to be shown
const hidden = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** User text on one line, with hidden characters made visible. */
export function visibleText(text: string): string {
  return text.replaceAll(hidden, signOf);
}

/** The same for multi-line text: line breaks and tabs stay. */
export function visibleLines(text: string): string {
  return text.replaceAll(hidden, (character) =>
    character === '\n' || character === '\t' ? character : signOf(character),
  );
}

const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Only the bidirectional controls, for callers that handle control characters themselves. */
export function visibleDirections(text: string): string {
  return text.replaceAll(directions, signOf);
}

/** As a code point: not every font has a glyph for it. */
function signOf(character: string): string {
  return `\u2039U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}\u203a`;
}

/** A user's name as a heading: shortened, without half a surrogate pair at its end. */
export function headingText(name: string): string {
  const text = visibleText(name.trim());
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A user's title within a sentence: shortened, with its text direction isolated. */
export function quoted(title: string): string {
  const characters = Array.from(visibleText(title));
  const text = characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : characters.join('');
  return `“\u2068${text}\u2069”`;
}
