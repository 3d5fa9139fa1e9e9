import type { LogFact } from './log-event.ts';

/** Anchored at both ends: a player who is called so does not start a server by talking. */
const patterns = [
  { kind: 'file-opened', pattern: /^Log file open, \d\d\/\d\d\/\d\d \d\d:\d\d:\d\d$/ },
  { kind: 'started', pattern: /^Server: "[^\n]*" has successfully started!$/ },
  {
    kind: 'advertising',
    pattern: /^Server has completed startup and is now advertising for join\.?(?: \([\d.,]{1,12} ?[KMG]?B Mem\))?$/,
  },
] as const;

const version = /^ARK Version: (\d{1,6}(?:\.\d{1,6}){0,3})$/;

export function startup(text: string): LogFact | undefined {
  const found = patterns.find(({ pattern }) => pattern.test(text));
  if (found) return { kind: found.kind };
  const number = version.exec(text)?.[1];
  return number === undefined ? undefined : { kind: 'version', version: number };
}
