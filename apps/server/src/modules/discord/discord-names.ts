import { hasUnsupportedLetter, hasUnusualSpace, mixesScripts } from '../../name-scripts.ts';

const maxLength = 27;

/** User names to try for a Discord account, which anyone may name as they like: the first ones look best. */
export function usernamesFor(discordName: string): string[] {
  const plain = Array.from(discordName).filter(isAllowed).join('').trim();
  const base = cut(plain, maxLength).trim();
  const name = Array.from(base).length < 2 || mixesScripts(base) ? 'Member' : base;
  const numbered = [2, 3, 4].map((number) => `${name} ${number}`);
  const random = [1, 2, 3].map(() => `${name} ${Math.floor(1000 + Math.random() * 9000)}`);
  return [name, ...numbered, ...random];
}

/**
 * The rules of user names: nothing invisible, nothing that sets a name apart from the rest of a message, and no letters of
 * other scripts than the supported ones.
 */
function isAllowed(character: string): boolean {
  return (
    !/[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(character) &&
    !/[[\]:<>]/.test(character.normalize('NFKC')) &&
    !hasUnsupportedLetter(character) &&
    !hasUnusualSpace(character)
  );
}

/** By UTF-16 units, of which the rule never counts more, and never through a character. */
function cut(text: string, length: number): string {
  let result = '';
  for (const character of text) {
    if (result.length + character.length > length) break;
    result += character;
  }
  return result;
}
