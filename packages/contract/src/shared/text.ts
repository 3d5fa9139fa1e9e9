/** Words that the game puts after the noun and people before it; in the usual sequence of adjectives. */
const qualifiers = [
  ['small', 'medium', 'large', 'huge', 'giant'],
  ['simple', 'advanced', 'modern', 'industrial', 'electric', 'standing', 'heavy', 'auto'],
  ['thatch', 'wood', 'wooden', 'adobe', 'stone', 'greenhouse', 'metal', 'glass', 'tek'],
] as const;

/** Words of the developers that mean nothing to players. */
const noise = new Set(['bp', 'sm', 'primalstructure', 'primal', 'structure']);
const isQualifier = (word: string, words: readonly string[]) => words.includes(word.toLowerCase());

/** A readable title of a class: `StorageBox_Large_C` is a `Large Storage Box`. Returns names without words unchanged. */
export function classTitle(className: string): string {
  const start = Math.max(className.lastIndexOf('/'), className.lastIndexOf('.')) + 1;
  const own = className.slice(start).replace(/_C(_\d+)?$/, '');
  const all = own.split(/[\s_-]+|(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u).filter(Boolean);
  const words = all.filter((word) => !noise.has(word.toLowerCase()));
  if (words.length === 0) return all.length === 0 ? className : all.join(' ');
  const found = qualifiers.map((group) => words.filter((word) => isQualifier(word, group)));
  const rest = words.filter((word) => !qualifiers.some((group) => isQualifier(word, group)));
  return [...found.flat(), ...rest].map(capitalized).join(' ');
}

function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** The author of a message: `name` is the player's name, or the name in the portal or on Discord. */
export type Speaker = { name: string; survivor?: string | null | undefined };

/**
 * A speaker's names as the game, the portal and Discord show them: the survivor, then the player's name if it differs.
 * Several survivors of one server may share a name; their players do not.
 */
export function speakerNames({ name, survivor }: Speaker): [shown: string, player?: string] {
  if (!survivor || survivor === name) return [name];
  return name === '' ? [survivor] : [survivor, name];
}

/** `Jorun (player)`, or the only name. */
export function speakerName(speaker: Speaker): string {
  const [shown, player] = speakerNames(speaker);
  return player === undefined ? shown : `${shown} (${player})`;
}

/** Returns the text without any of these characters at its end, in linear time: a search for `/[…]+$/` is quadratic. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
