import type { LogFact } from './log-event.ts';

const member = 'Tribemember ';
const ends = [' was killed!', ' was killed by '];
const levelAndTribe = /^\d{1,5}(?: \(.*\))?$/s;

/** `Tribemember Guppy - Lvl 49 was killed by a Direwolf - Lvl 114!`; creatures of a tribe die as `Your …`. */
export function killed(text: string): (LogFact & { kind: 'killed' }) | undefined {
  const end = Math.min(...ends.map((words) => text.indexOf(words)).filter((at) => at >= 0));
  if (!Number.isFinite(end) || !text.endsWith('!') || text.startsWith('Your ')) return undefined;
  const head = text.slice(0, end);
  const level = head.lastIndexOf(' - Lvl ');
  if (level < 0 || !levelAndTribe.test(head.slice(level + ' - Lvl '.length))) return undefined;
  const victim = head.slice(head.startsWith(member) ? member.length : 0, level).trim();
  return victim === '' ? undefined : { kind: 'killed', victim, text };
}
