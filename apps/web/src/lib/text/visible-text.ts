const maxLength = 80;

/** Control characters, line breaks of every kind, and what turns the direction of text around. */
// eslint-disable-next-line no-control-regex -- these are the ones to be shown
const hidden = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Text of strangers on one line, with what would work in secret shown as a sign. */
export function visibleText(text: string): string {
  return text.replaceAll(hidden, signOf);
}

/** The same for text of many lines: its line breaks and tabs stay. */
export function visibleLines(text: string): string {
  return text.replaceAll(hidden, (character) =>
    character === '\n' || character === '\t' ? character : signOf(character),
  );
}

const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Only what turns the direction of text around; whoever shows it knows what to do with control characters. */
export function visibleDirections(text: string): string {
  return text.replaceAll(directions, signOf);
}

/** By its number: not every font has a picture of it. */
function signOf(character: string): string {
  return `\u2039U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}\u203a`;
}

/** A stranger's title inside a sentence: short, and its direction stays its own. */
export function quoted(title: string): string {
  const characters = Array.from(visibleText(title));
  const text = characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : characters.join('');
  return `“\u2068${text}\u2069”`;
}
