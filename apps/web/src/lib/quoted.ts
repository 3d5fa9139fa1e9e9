import { visibleText } from './visible-text.ts';

const maxLength = 80;

/** A stranger's title inside a sentence: short, and its direction stays its own. */
export function quoted(title: string): string {
  const characters = Array.from(visibleText(title));
  const text = characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : characters.join('');
  return `“\u2068${text}\u2069”`;
}
