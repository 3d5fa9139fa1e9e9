import type { JournalKind } from '@tribehall/contract';
import type { JournalEntry } from '../people.queries.ts';

/** Our own words, or a name from the game. A name with a player id can lead to their page. */
export type SentencePart = string | { name: string; playerId?: string | null };

type Parts = SentencePart[];

/** What someone did, as what follows their name; the subject of a tribe's event is the tribe. */
const deeds: Record<JournalKind, (entry: JournalEntry) => Parts> = {
  joined: ({ server }) => ['joined ', { name: server.name }],
  left: ({ server }) => ['left ', { name: server.name }],
  died: (entry) => killed(entry),
  killed: (entry) => ['killed ', ...otherSide(entry, 'someone')],
  'creature-died': (entry) => ['lost ', ...theCreature(entry), ...culprit(entry, ', killed by ')],
  tamed: (entry) => ['tamed ', ...theCreature(entry)],
  claimed: (entry) => ['claimed ', ...theCreature(entry)],
  unclaimed: (entry) => ['unclaimed ', ...theCreature(entry)],
  froze: (entry) => ['froze ', ...theCreature(entry)],
  uploaded: (entry) => ['uploaded ', ...theCreature(entry)],
  downloaded: (entry) => ['downloaded ', ...theCreature(entry)],
  starved: (entry) => ['lost ', ...theCreature(entry), ' to starvation'],
  demolished: ({ thing }) => ['demolished ', ...a(thing, 'structure')],
  lost: (entry) => ['lost ', ...a(entry.thing, 'structure'), ...culprit(entry, ', destroyed by ')],
  decayed: ({ thing }) => ['lost ', ...a(thing, 'structure'), ' to decay'],
  destroyed: ({ thing, otherTribe }) => ['destroyed ', ...a(thing, 'structure'), ...named(' of ', otherTribe)],
  'tribe-joined': (entry) => ['joined ', ...theTribe(entry), ...culprit(entry, ', added by ')],
  'tribe-left': (entry) => ['left ', ...theTribe(entry), ...culprit(entry, ', removed by ')],
  'tribe-promoted': (entry) => ['was promoted in ', ...theTribe(entry), ...culprit(entry, ' by ')],
  'tribe-merged': (entry) => ['merged the tribe', ...named(' ', entry.thing), ' into ', ...theTribe(entry)],
  'alliance-requested': ({ thing, tribe }) => [
    'requested an alliance',
    ...named(' with ', thing),
    ...named(' for ', tribe?.name),
  ],
  'admin-command': ({ thing }) => ['ran ', ...(thing === null ? ['a command'] : [{ name: thing }])],
  started: ({ server }) => [{ name: server.name }, ' started'],
  saved: ({ server }) => [{ name: server.name }, ' saved the world'],
  up: ({ server }) => [{ name: server.name }, ' came online'],
  down: ({ server }) => [{ name: server.name }, ' went offline'],
  kicked: (entry) => ['was kicked from ', { name: entry.server.name }, ...byWhom(entry)],
  warned: (entry) => ['was warned on ', { name: entry.server.name }, ...byWhom(entry)],
  muted: (entry) => ['was muted on ', { name: entry.server.name }, ...byWhom(entry)],
  unmuted: ({ server }) => ['is no longer muted on ', { name: server.name }],
  // Without anyone who did it, it was found there.
  banned: (entry) => [
    entry.other?.name ? 'was banned from ' : 'is on the ban list of ',
    { name: entry.server.name },
    ...byWhom(entry),
  ],
  unbanned: ({ server }) => ['is no longer banned from ', { name: server.name }],
  other: ({ text }) => [{ name: text }],
};

function byWhom({ other }: JournalEntry): Parts {
  return other?.name ? [' by ', { name: other.name }] : [];
}

/** The same from the other side: what the killer did, instead of what happened to the victim. */
const deedsOfOther: { [Kind in JournalKind]?: (entry: JournalEntry) => Parts } = {
  died: (entry) => [
    'killed ',
    ...subject(entry, 'someone'),
    ...atLevel(entry.player?.level),
    ...named(' of ', entry.tribe?.name),
  ],
  killed: ({ tribe }) => ['was killed', ...named(' by ', tribe?.name)],
  'creature-died': (entry) => ['killed ', ...theCreature(entry), ...named(' of ', entry.tribe?.name)],
  lost: ({ thing, tribe }) => ['destroyed ', ...a(thing, 'structure'), ...named(' of ', tribe?.name)],
  'tribe-joined': (entry) => ['added ', ...subject(entry, 'someone'), ' to ', ...theTribe(entry)],
  'tribe-left': (entry) => ['removed ', ...subject(entry, 'someone'), ' from ', ...theTribe(entry)],
  'tribe-promoted': (entry) => ['promoted ', ...subject(entry, 'someone'), ' in ', ...theTribe(entry)],
};

/** These name what they are about themselves. */
const isWhole: ReadonlySet<JournalKind> = new Set(['started', 'saved', 'up', 'down', 'other']);

/** An entry as a sentence on the page of one player, who is not named in it. */
export function sentenceOf(entry: JournalEntry, playerId: string): SentencePart[] {
  // A kind of a newer portal has its text only.
  const deed = deeds[entry.kind] ?? deeds.other;
  if (isWhole.has(entry.kind)) return deed(entry);
  if (entry.player?.id === playerId) return capitalized(deed(entry));
  const ofOther = entry.other?.id === playerId ? deedsOfOther[entry.kind] : undefined;
  if (ofOther !== undefined) return capitalized(ofOther(entry));
  const who = entry.player?.name ? subject(entry, '') : named('', entry.tribe?.name);
  return who.length === 0 ? capitalized(deed(entry)) : [...who, ' ', ...deed(entry)];
}

/** The same as plain text. */
export function sentenceText(entry: JournalEntry, playerId: string): string {
  return sentenceOf(entry, playerId)
    .map((part) => (typeof part === 'string' ? part : part.name))
    .join('');
}

/** Where a sentence says less than the line of the game. */
export function addsToSentence(entry: Pick<JournalEntry, 'kind' | 'text' | 'player' | 'other' | 'creature'>): boolean {
  const { kind, text, player, other, creature } = entry;
  const hasDetails = creature !== undefined || player?.level !== undefined || other?.kind !== undefined;
  if (text === '' || hasDetails) return false;
  return kind !== 'joined' && kind !== 'left' && kind !== 'admin-command' && !isWhole.has(kind);
}

function subject({ player }: JournalEntry, unknown: string): Parts {
  return player?.name ? [{ name: player.name, playerId: player.id }] : [unknown];
}

function otherSide({ other, otherTribe }: JournalEntry, unknown: string): Parts {
  if (!other?.name) return otherTribe === null ? [unknown] : [{ name: otherTribe }];
  const { name, level, species } = other;
  const who =
    other.kind === 'creature'
      ? creatureNamed({ name, level, species })
      : [{ name, playerId: other.id }, ...atLevel(level)];
  return [...who, ...(name === otherTribe ? [] : named(' of ', otherTribe))];
}

function killed(entry: JournalEntry): Parts {
  const by = culprit(entry, 'was killed by ');
  return by.length === 0 ? ['died'] : by;
}

function culprit(entry: JournalEntry, before: string): Parts {
  const by = otherSide(entry, '');
  return by[0] === '' ? [] : [before, ...by];
}

function theTribe({ tribe }: JournalEntry): Parts {
  return tribe === null ? ['a tribe'] : ['the tribe ', { name: tribe.name }];
}

function theCreature({ creature, thing }: JournalEntry): Parts {
  return creature === undefined ? a(thing, 'creature') : creatureNamed(creature);
}

type Creature = NonNullable<JournalEntry['creature']>;

/** A wild creature has its species as its name, a tamed one often too. */
function creatureNamed({ name, level, species = name }: Creature): Parts {
  const what = [...a(species, 'creature'), ...atLevel(level)];
  return name === species || name === '' ? what : [{ name }, ', ', ...what];
}

function atLevel(level: number | undefined): Parts {
  return level === undefined ? [] : [` (level ${level})`];
}

function a(thing: string | null, unknown: string): Parts {
  if (!thing) return [`a ${unknown}`];
  return [/^[aeiou]/i.test(thing) ? 'an ' : 'a ', { name: thing }];
}

function named(before: string, name: string | null | undefined): Parts {
  return name ? [...(before === '' ? [] : [before]), { name }] : [];
}

function capitalized([first, ...rest]: Parts): Parts {
  if (typeof first !== 'string') return first === undefined ? rest : [first, ...rest];
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest];
}
