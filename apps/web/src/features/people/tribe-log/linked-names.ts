import type { SentencePart } from '../timeline/journal-sentence.ts';

export type NamedPlayer = { name: string; playerId: string };

/** A line of the game in which the names of known players can link to their pages. */
export function linkNames(text: string, players: readonly NamedPlayer[]): SentencePart[] {
  const found = players
    .map((player) => ({ ...player, at: indexOfName(text, player.name) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at || other.name.length - one.name.length);
  const parts: SentencePart[] = [];
  let end = 0;
  for (const { at, name, playerId } of found) {
    if (at < end) continue;
    if (at > end) parts.push({ name: text.slice(end, at) });
    parts.push({ name, playerId });
    end = at + name.length;
  }
  if (end < text.length) parts.push({ name: text.slice(end) });
  return parts;
}

/** As a whole word: a survivor may be called "a". */
function indexOfName(text: string, name: string): number {
  if (name === '') return -1;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isInWord(text.slice(0, at).at(-1)) && !isInWord(text[at + name.length])) return at;
  return -1;
}

function isInWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

type Member = { name: string; playerId: string | null };

/** Members by name, without names that two of them have. */
export function membersByName(members: readonly Member[]): Map<string, string> {
  const counts = new Map<string, number>();
  for (const { name } of members) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    members.flatMap(({ name, playerId }) => (playerId === null || counts.get(name) !== 1 ? [] : [[name, playerId]])),
  );
}
