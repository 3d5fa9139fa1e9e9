import { withoutRichColor } from '../text/rich-color.ts';
import { killed } from './death-line.ts';
import type { LogFact } from './log-event.ts';

const numbered = /^Tribe (.*?), ID (\d{1,10}): Day (\d{1,7}), \d\d:\d\d:\d\d: (.*)$/s;
/** Older lines have no id and no day: only a known word tells where the tribe's name ends. */
const verbs = [' Tamed ', ' claimed ', ' unclaimed ', ' demolished ', ' destroyed '];

/** `Tribe Alpha, ID 123: Day 5, 12:34:56: <text>`; a member's death is told as a death. */
export function tribe(line: string): LogFact | undefined {
  const [, name, tribeId, day, coloured] = numbered.exec(line) ?? [];
  if (name === undefined || tribeId === undefined || coloured === undefined) return undefined;
  const text = withoutRichColor(coloured).trim();
  const death = text.startsWith('Tribemember ') ? killed(text) : undefined;
  if (death) return { ...death, tribe: name, tribeId };
  return { kind: 'tribe', tribe: name, tribeId, day: Number(day), text };
}

/** `Tribe Brohalla Tamed an Anglerfish - Lvl 224 (Anglerfish)!` */
export function looseTribe(line: string): LogFact | undefined {
  if (!line.startsWith('Tribe ') || !line.endsWith('!')) return undefined;
  const rest = withoutRichColor(line.slice('Tribe '.length));
  const at = Math.min(...verbs.map((verb) => rest.indexOf(verb)).filter((found) => found > 0));
  if (!Number.isFinite(at)) return undefined;
  return { kind: 'tribe', tribe: rest.slice(0, at), text: rest.slice(at + 1).trim() };
}
