import { withoutRichColor } from '../text/unsafe-text.ts';
import { type Being, type Culprit, parseBeing, parseCulprit } from './beings.ts';

/** What a line of a tribe's log reports. `by` is missing where the line names nobody. */
export type TribeEvent =
  | { kind: 'member-killed'; victim: Being; by?: Culprit }
  | { kind: 'creature-killed'; creature: Being; by?: Culprit }
  | { kind: 'enemy-killed'; enemy: Being }
  | { kind: 'structure-lost'; structure: string; by?: Culprit }
  | { kind: 'structure-decayed'; structure: string }
  | { kind: 'enemy-structure-destroyed'; structure: string; tribe: string; by: Culprit }
  | { kind: 'demolished'; structure: string; by: string }
  | { kind: 'tamed'; creature: Being; by?: string }
  | { kind: 'claimed' | 'unclaimed'; creature: Being; by: string }
  /** Some versions write only the creature's name. */
  | { kind: 'froze'; creature: Being; by: string }
  | { kind: 'uploaded' | 'downloaded'; creature: Being; by: string }
  | { kind: 'starved'; creature: Being }
  | { kind: 'member-added' | 'member-removed' | 'member-promoted'; member: string; by?: string }
  | { kind: 'tribe-merged'; tribe: string; by: string }
  | { kind: 'alliance-requested'; member: Being; tribe: string }
  | { kind: 'unknown' };

/** A line of a tribe's log with the day and time of the game. */
export type TribeLogLine = { day: number; time: string; text: string; event: TribeEvent };

const dayAndTime = /^Day (\d{1,7}), (\d\d:\d\d:\d\d): (.*)$/s;

/** `Day 12, 16:37:15: <RichColor …>text</>`, as in a tribe's archive. */
export function parseTribeLogLine(line: string): TribeLogLine | undefined {
  const [, day, time, coloured] = dayAndTime.exec(line.trim()) ?? [];
  if (day === undefined || time === undefined || coloured === undefined) return undefined;
  const text = withoutRichColor(coloured).trim();
  return { day: Number(day), time, text, event: parseTribeEvent(text) };
}

/**
 * Reads the text of a line without its colour. Players name themselves and their creatures: where a text can be read in
 * two ways it is unknown. So it is in other languages than English.
 */
export function parseTribeEvent(text: string): TribeEvent {
  const events = rules.flatMap(({ start = '', middle = '', end = '', read }) => {
    const parts = split(text, start, middle, end);
    return (parts && read(...parts)) ?? [];
  });
  return (events.length === 1 ? events[0] : undefined) ?? { kind: 'unknown' };
}

/** The two parts around `middle`, which must be there exactly once; the second is empty where there is no middle. */
function split(text: string, start: string, middle: string, end: string): [string, string] | undefined {
  if (!text.startsWith(start) || !text.endsWith(end) || text.length < start.length + end.length) return undefined;
  const inner = text.slice(start.length, text.length - end.length);
  if (middle === '') return [inner, ''];
  const [first, second, ...more] = inner.split(middle);
  return first === undefined || second === undefined || more.length > 0 ? undefined : [first, second];
}

type Rule = {
  start?: string;
  middle?: string;
  end?: string;
  read: (first: string, second: string) => TribeEvent | undefined;
};

const killedBy = ' was killed by ';

const rules: Rule[] = [
  {
    start: 'Tribemember ',
    end: ' was killed!',
    read: (member) => of(parseBeing(member, 'tribe'), (victim) => ({ kind: 'member-killed', victim })),
  },
  {
    start: 'Tribemember ',
    middle: killedBy,
    end: '!',
    read: (member, culprit) =>
      of(parseBeing(member, 'tribe'), (victim) =>
        of(parseCulprit(culprit), (by) => ({ kind: 'member-killed', victim, by })),
      ),
  },
  {
    start: 'Your ',
    end: ' was killed!',
    read: (own) => of(parseBeing(own, 'species'), (creature) => ({ kind: 'creature-killed', creature })),
  },
  {
    start: 'Your ',
    middle: killedBy,
    end: '!',
    read: (own, culprit) =>
      of(parseBeing(own, 'species'), (creature) =>
        of(parseCulprit(culprit), (by) => ({ kind: 'creature-killed', creature, by })),
      ),
  },
  {
    start: 'Your Tribe killed ',
    end: '!',
    // A single group is the tribe of a survivor or the species of a creature.
    read: (killed) => of(parseBeing(killed, undefined), (enemy) => ({ kind: 'enemy-killed', enemy })),
  },
  {
    // A raft: the server's own log counts it as a creature.
    start: 'Your ',
    end: ' was destroyed!',
    read: (own) => of(parseBeing(own, 'species'), (creature) => ({ kind: 'creature-killed', creature })),
  },
  {
    start: "Your '",
    end: "' was destroyed!",
    read: (name) => ({ kind: 'structure-lost', structure: name.trim() }),
  },
  {
    start: "Your '",
    middle: "' was destroyed by ",
    end: '!',
    read: (name, culprit) =>
      of(parseCulprit(culprit), (by) => ({ kind: 'structure-lost', structure: name.trim(), by })),
  },
  {
    start: "Your '",
    end: "' was auto-decay destroyed!",
    read: (name) => ({ kind: 'structure-decayed', structure: name.trim() }),
  },
  { middle: " destroyed their '", end: "')!", read: readDestroyed },
  ...['a', 'an'].map((article): Rule => ({ middle: ` demolished ${article} '`, end: "'!", read: readDemolished })),
  ...['a', 'an'].map((article): Rule => ({ middle: ` Tamed ${article} `, end: '!', read: readTamed })),
  ...(['claimed', 'unclaimed'] as const).map((kind): Rule => ({
    middle: ` ${kind} '`,
    end: "'!",
    read: (by, creature) => readCreature(kind, by, creature),
  })),
  { middle: ' froze ', read: readFroze },
  ...['a', 'an'].map((article): Rule => ({ middle: ` uploaded ${article} `, read: readUploaded })),
  { middle: ' downloaded a dino: ', read: (by, creature) => readCreature('downloaded', by, creature) },
  {
    end: ' starved to death!',
    read: (own) => of(parseBeing(own, 'species'), (creature) => ({ kind: 'starved', creature })),
  },
  ...memberRules('member-added', ' was added to the Tribe'),
  ...memberRules('member-removed', ' was removed from the Tribe'),
  ...memberRules('member-promoted', ' was promoted to a Tribe Admin'),
  { middle: ' tribe was merged in by ', end: '!', read: (tribe, by) => ({ kind: 'tribe-merged', tribe, by }) },
  {
    middle: ' requested an Alliance with ',
    end: ' Tribe.',
    read: (member, tribe) =>
      of(parseBeing(member, 'tribe'), (being) => ({ kind: 'alliance-requested', member: being, tribe })),
  },
];

function memberRules(kind: 'member-added' | 'member-removed' | 'member-promoted', words: string) {
  return [
    { end: `${words}!`, read: (member: string): TribeEvent => ({ kind, member }) },
    { middle: `${words} by `, end: '!', read: (member: string, by: string): TribeEvent => ({ kind, member, by }) },
  ];
}

/** `Rex - Lvl 213 destroyed their 'Stone Wall (Victims)')!`; a lock is part of the structure: `Door (Locked)  (Victims)`. */
function readDestroyed(attacker: string, text: string): TribeEvent | undefined {
  const at = text.lastIndexOf(' (');
  const by = parseCulprit(attacker) ?? { name: attacker };
  if (at <= 0 || attacker === '' || !text.endsWith(')')) return undefined;
  return { kind: 'enemy-structure-destroyed', structure: text.slice(0, at).trim(), tribe: text.slice(at + 2, -1), by };
}

function readDemolished(by: string, name: string): TribeEvent | undefined {
  return by === '' ? undefined : { kind: 'demolished', structure: name.trim(), by };
}

function readTamed(by: string, tamed: string): TribeEvent | undefined {
  const creature = parseBeing(tamed, 'species');
  if (!creature || by === '') return undefined;
  return { kind: 'tamed', creature, ...(by !== 'Your Tribe' && { by }) };
}

function readCreature(kind: 'claimed' | 'unclaimed' | 'downloaded', by: string, text: string): TribeEvent | undefined {
  const creature = parseBeing(text, 'species');
  return creature && by !== '' ? { kind, creature, by } : undefined;
}

function readFroze(by: string, text: string): TribeEvent | undefined {
  const creature = parseBeing(text, 'species') ?? (text.includes(' - ') ? undefined : { name: text });
  return creature && by !== '' && text !== '' ? { kind: 'froze', creature, by } : undefined;
}

/** `Annie uploaded a Rex: Rexy - Lvl 218` */
function readUploaded(by: string, text: string): TribeEvent | undefined {
  const at = text.indexOf(': ');
  const creature = at > 0 ? parseBeing(text.slice(at + 2), 'species') : undefined;
  return creature && by !== ''
    ? { kind: 'uploaded', creature: { ...creature, species: text.slice(0, at) }, by }
    : undefined;
}

function of<T, Result>(value: T | undefined, then: (value: T) => Result): Result | undefined {
  return value === undefined ? undefined : then(value);
}
