import { agentLimits } from '@tribehall/contract/agent/agent.contract';

/**
 * Adds the tribe log of a newer save to the stored one, oldest first. The game forgets its oldest lines, so the two overlap:
 * lines may repeat, so the longest end of one that begins the other counts. Where nothing overlaps, either lines were
 * missed, or the game went back to an older save; then the newer one is right from its first line on.
 */
export function mergeTribeLogs(stored: readonly string[], sent: readonly string[]): string[] {
  const common = overlap(stored, sent);
  const before = common > 0 ? stored.slice(0, stored.length - common) : beforeTime(stored, sent);
  return [...before, ...sent].slice(-agentLimits.maxTribeLogLines);
}

/** The lines of a newer save that the stored log does not have. */
export function newTribeLines(stored: readonly string[], sent: readonly string[]): readonly string[] {
  return sent.slice(overlap(stored, sent));
}

/** How many lines at the end of the first list are those at the beginning of the second; in linear time (Knuth–Morris–Pratt). */
function overlap(first: readonly string[], second: readonly string[]): number {
  /** For each length of a beginning of the second list: the longest shorter one that it ends with. */
  const shorter = [0];
  const extend = (length: number, line: string | undefined) => {
    let matched = length;
    while (matched > 0 && second[matched] !== line) matched = shorter[matched - 1] ?? 0;
    return second[matched] === line ? matched + 1 : 0;
  };
  for (let index = 1; index < second.length; index += 1) shorter.push(extend(shorter[index - 1] ?? 0, second[index]));
  let matched = 0;
  for (const line of first) {
    if (matched === second.length) matched = shorter[matched - 1] ?? 0;
    matched = extend(matched, line);
  }
  return matched;
}

function beforeTime(stored: readonly string[], sent: readonly string[]): readonly string[] {
  const from = gameTime(sent[0]);
  if (from === undefined) return sent.length === 0 ? stored : [];
  const end = stored.findIndex((line) => (gameTime(line) ?? -Infinity) >= from);
  return end < 0 ? stored : stored.slice(0, end);
}

const dayAndTime = /^Day (\d{1,7}), (\d\d):(\d\d):(\d\d): /;

/** Seconds since the first day of the world; undefined in a log of another shape. */
function gameTime(line: string | undefined): number | undefined {
  const found = dayAndTime.exec(line ?? '');
  if (!found) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map(Number);
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
