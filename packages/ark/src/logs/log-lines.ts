import { isSilence } from '../rcon/replies.ts';
import { withoutControls } from '../text/unsafe-characters.ts';
import { adminCommand } from './admin-line.ts';
import { chat, serverSaid } from './chat-line.ts';
import { killed } from './death-line.ts';
import type { LogEvent, LogFact } from './log-event.ts';
import { presence } from './presence-line.ts';
import { splitStamps } from './stamps.ts';
import { startup } from './startup-line.ts';
import { looseTribe, tribe } from './tribe-line.ts';

export type { LogEvent } from './log-event.ts';

/** Lines of the engine: `LogNet: …`, or launch options, which hold passwords. */
const engineLine = /^(?!SERVER: |AdminCmd: )\w{1,60}:|\?\w{1,60}=/;

/** Reads one line of the log file, of GetChat or of GetGameLog. */
export function parseLogLine(line: string): LogEvent | undefined {
  const { stamps, hasPrefix, text } = splitStamps(clean(line));
  // The game puts its own stamp behind the file's prefix; where it is missing, the engine may be speaking.
  const isEngine = hasPrefix && stamps.stamp === undefined && engineLine.test(text);
  const fact = isEngine ? startup(text) : readFact(text);
  return fact && { ...stamps, ...fact };
}

/** The same for a line that is known to be of the file: without prefix and stamp it is the rest of a player's message. */
export function parseLogFileLine(line: string): LogEvent | undefined {
  const { stamps, hasPrefix, text } = splitStamps(clean(line));
  const isWhole = hasPrefix || stamps.stamp !== undefined || startup(text) !== undefined;
  return isWhole ? parseLogLine(line) : undefined;
}

/** The entries of a GetChat or GetGameLog reply. A line that begins none belongs to the message before it. */
export function joinChatLines(reply: string): string[] {
  if (isSilence(reply)) return [];
  const entries: { lines: string[]; isMessage: boolean }[] = [];
  for (const raw of reply.split('\n')) {
    const line = withoutControls(raw).trimEnd();
    const event = parseLogLine(line);
    const last = entries.at(-1);
    if (!event && last?.isMessage && !splitStamps(line).stamps.stamp) last.lines.push(line);
    else if (line !== '') entries.push({ lines: [line], isMessage: isMessage(event) });
  }
  return entries.map(({ lines }) => lines.join('\n').trimEnd());
}

function isMessage(event: LogEvent | undefined): boolean {
  return event?.kind === 'chat' || event?.kind === 'server-said';
}

function clean(line: string): string {
  return withoutControls(line.replace(/^\ufeff/, '')).trim();
}

/**
 * Players choose their names and words, so one line can have two shapes. Chat is never taken for an event,
 * and what could be chat as well as a tribe's log is nothing at all.
 */
function readFact(text: string): LogFact | undefined {
  const certain = startup(text) ?? serverSaid(text) ?? adminCommand(text);
  if (certain) return certain;
  const said = chat(text);
  const logged = tribe(text);
  if (said && logged) return undefined;
  return said ?? logged ?? presence(text) ?? killed(text) ?? looseTribe(text);
}
