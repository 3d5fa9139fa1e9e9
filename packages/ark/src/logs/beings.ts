/**
 * A survivor or a creature as the log writes it. Tamed creatures have a species; wild ones have it as their name, and
 * neither species nor tribe. Rafts have no level.
 */
export type Being = { name: string; level?: number; species?: string; tribe?: string };

/** Someone who killed or destroyed: of a turret, for instance, the log has only the name. */
export type Culprit = Being | { name: string };

const mark = ' - Lvl ';
/** `98 (Tribe)`, `52 (Rex) (Tribe)`, `75-031143389 (Tribe)` of an attacker, `20 | 1.1x` with a mod, `1 ()` of a wild creature. */
const levelAndGroups = /^(\d{1,5})(?:-\d{1,12})?(?: \| \d{1,3}\.\d{1,3}x)?(?: \((.*)\))?$/s;

/**
 * Reads `Annie - Lvl 98 (Tribe of Annie)`, `Rexy - Lvl 52 (Rex) (Alpha)` or `Raptor - Lvl 1`. The first group of two is the
 * species. What a single one is depends on the line; `undefined` leaves it out. Undefined in other languages.
 */
export function parseBeing(text: string, single: 'species' | 'tribe' | undefined): Being | undefined {
  const at = text.lastIndexOf(mark);
  if (at < 0) return parseRaft(text, single);
  const [, level, groups] = levelAndGroups.exec(text.slice(at + mark.length)) ?? [];
  const name = text.slice(0, at).trim();
  if (level === undefined || name === '') return undefined;
  return { name, level: Number(level), ...readGroups(groups, single) };
}

/** `Raft (Raft)` or `Raft (Raft) (Alpha)` */
function parseRaft(text: string, single: 'species' | 'tribe' | undefined): Being | undefined {
  const [, name, groups] = /^([^()]+?) \((.*)\)$/s.exec(text) ?? [];
  const isCreature = single === 'species' || groups?.includes(') (') === true;
  return name === undefined || name.includes(' - ') || !isCreature
    ? undefined
    : { name, ...readGroups(groups, single) };
}

function readGroups(
  groups: string | undefined,
  single: 'species' | 'tribe' | undefined,
): Pick<Being, 'species' | 'tribe'> {
  const [first, ...rest] = groups?.split(') (') ?? [];
  const hasBoth = rest.length > 0;
  const species = hasBoth || single === 'species' ? first?.trim() : undefined;
  const tribe = hasBoth ? rest.join(') (') : single === 'tribe' ? first : undefined;
  return { ...(species !== undefined && { species }), ...(tribe && { tribe }) };
}

const article = /^an? /;

export function parseCulprit(text: string): Culprit | undefined {
  const being = parseBeing(text.trim(), 'tribe');
  if (!being) return text.trim() === '' || text.includes(' - ') ? undefined : { name: text.trim() };
  const isWild = being.species === undefined && being.tribe === undefined;
  return isWild ? { ...being, name: being.name.replace(article, '') } : being;
}
