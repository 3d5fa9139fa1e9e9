import { isSilence } from '../rcon/replies.ts';
import { withoutControls } from '../text/unsafe-text.ts';
import {
  adminCommand,
  chat,
  killed,
  type LogEvent,
  type LogFact,
  membershipChange,
  presence,
  serverSaid,
  type Stamps,
  startup,
  tamed,
  tribe,
  worldSave,
} from './log-facts.ts';

export type { LogEvent } from './log-facts.ts';

/** A parsed line, and its text without the stamps. */
export type LogLine = { fact: LogEvent; text: string };

/** Engine lines: `LogNet: …`, or launch options, which contain passwords. */
const engineLine = /^(?!SERVER: |AdminCmd: )\w{1,60}:|\?\w{1,60}=/;

/** Parses one line of the log file, of GetChat or of GetGameLog. */
export function parseLogLine(line: string): LogEvent | undefined {
  const { stamps, hasPrefix, text } = splitStamps(clean(line));
  // The game adds its own time stamp after the file's prefix; without it, the line may be the engine's.
  const isEngine = hasPrefix && stamps.stamp === undefined && engineLine.test(text);
  const fact = isEngine
    ? startup(text)
    : (readFact(text) ?? (stamps.stamp === undefined ? undefined : readStamped(text)));
  return fact && { ...stamps, ...fact };
}

/** The same with the line's text. */
export function readLogLine(line: string): LogLine | undefined {
  const fact = parseLogLine(line);
  return fact && { fact, text: splitStamps(clean(line)).text };
}

/** Parses a line of the log file: without prefix and stamp it continues a player's message. */
export function parseLogFileLine(line: string): LogEvent | undefined {
  const { stamps, hasPrefix, text } = splitStamps(clean(line));
  const isWhole = hasPrefix || stamps.stamp !== undefined || startup(text) !== undefined;
  return isWhole ? parseLogLine(line) : undefined;
}

/** Splits a GetChat or GetGameLog reply into entries. A line that starts none continues the message before it. */
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
 * Players choose their names and messages, so a line can be ambiguous. Chat is never parsed as an event, and a line that
 * could be both chat and a tribe's log is ignored.
 */
function readFact(text: string): LogFact | undefined {
  const certain = startup(text) ?? serverSaid(text) ?? adminCommand(text);
  if (certain) return certain;
  const message = chat(text);
  const logged = tribe(text);
  if (message && logged) return undefined;
  return message ?? logged ?? presence(text) ?? killed(text);
}

/** What only the game itself can have written: the second line of a player's message has no stamp. */
function readStamped(text: string): LogFact | undefined {
  const isAmbiguous = chat(text) !== undefined;
  const fact = isAmbiguous ? undefined : (worldSave(text) ?? membershipChange(text) ?? tamed(text));
  return fact ?? (text === '' ? undefined : { kind: 'unknown', text });
}

const filePrefix = /^\[(\d{4})\.(\d\d)\.(\d\d)-(\d\d)\.(\d\d)\.(\d\d):(\d{3})\]\[ {0,9}\d{1,9}\]/;
const innerStamps = [/^(\d{4}\.\d\d\.\d\d)_(\d\d\.\d\d\.\d\d): ?/, /^\[(\d{4}\.\d\d\.\d\d)-(\d\d\.\d\d\.\d\d)\]: ?/];

export type StampedText = { stamps: Stamps; hasPrefix: boolean; text: string };

/** `[utc:ms][frame]`, then `local time: `, then the text; each may be missing. */
export function splitStamps(line: string): StampedText {
  const prefix = filePrefix.exec(line);
  const rest = line.slice(prefix?.[0].length ?? 0);
  const inner = innerStamps.map((pattern) => pattern.exec(rest)).find((match) => match !== null);
  const at = prefix ? utc(prefix.slice(1)) : undefined;
  return {
    stamps: { ...(at && { at }), ...(inner && { stamp: `${inner[1]}_${inner[2]}` }) },
    hasPrefix: prefix !== null,
    text: rest.slice(inner?.[0].length ?? 0),
  };
}

function utc([year, month, day, hour, minute, second, ms]: string[]): string | undefined {
  const given = `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`;
  const time = new Date(given);
  // JavaScript reads the 30th of February as the 1st or 2nd of March.
  return !Number.isNaN(time.getTime()) && time.toISOString() === given ? given : undefined;
}
