import { type LogEvent, parseLogFileLine, parseLogLine } from '@tribehall/ark/logs/log-lines';
import { splitStamps } from '@tribehall/ark/logs/log-lines';
import type { LogKey, LogRing } from '../../log/log-ring.ts';

export type GameLogLines = ReturnType<typeof createGameLogLines>;

/** Passes the game's output on as log lines: chat under its own key, the rest under another. */
export function createGameLogLines(ring: Pick<LogRing, 'add'>, now: () => Date = () => new Date()) {
  let last: { at: Date; key: LogKey } | undefined;
  const add = (line: string, fact: LogEvent | undefined) => {
    const { stamps, hasPrefix, text } = splitStamps(line.replace(/^\ufeff/, ''));
    const isNew = hasPrefix || stamps.stamp !== undefined || fact !== undefined;
    // A line without a time stamp continues the one before.
    const key = isNew || !last ? keyOf(fact) : last.key;
    const at = stamps.at === undefined ? ((isNew ? undefined : last?.at) ?? now()) : new Date(stamps.at);
    last = { at, key };
    if (text.trim() !== '') ring.add({ at, key, level: levelOf(text, key), text });
  };
  return {
    fromFile: (lines: readonly string[]) => lines.forEach((line) => add(line, parseLogFileLine(line))),
    /** Entries of an RCON reply, each with all its lines. */
    fromRcon: (entries: readonly string[]) => entries.forEach((entry) => add(entry, parseLogLine(entry))),
  };
}

function keyOf(fact: LogEvent | undefined): LogKey {
  return fact?.kind === 'chat' || fact?.kind === 'server-said' ? 'chat' : 'game';
}

/** As the engine marks them: `LogNet: Warning: …`. Chat is never a warning. */
function levelOf(text: string, key: LogKey): 'info' | 'warn' | 'error' {
  const [, mark] = (key === 'game' && /^(?:\w{1,60}: )?(error|warning|fatal|critical)\b/i.exec(text)) || [];
  if (mark === undefined) return 'info';
  return mark.toLowerCase() === 'warning' ? 'warn' : 'error';
}
