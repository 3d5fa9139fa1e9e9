import type { LogLevel } from '@tribehall/contract/logs.contract';
import { trimEndOf } from '@tribehall/contract/shared/text';

type PinoLine = {
  at: Date;
  /** Set where the line does not belong to the process itself. */
  host: string | undefined;
  part: string | undefined;
  level: LogLevel;
  text: string;
};

type Thrown = { name?: unknown; type?: unknown; code?: unknown; message?: unknown; stack?: unknown; cause?: unknown };

/** Shown elsewhere in an entry, or of no use there. */
const omitted = new Set(['time', 'level', 'msg', 'host', 'part', 'err', 'pid', 'hostname', 'reqId', 'v']);
/** Line breaks, control characters, half characters, and marks that are invisible or turn the reading direction. */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cs}\p{Cf}\u2028\u2029]/gu;
const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': ' ' };
const maxFieldLength = 1_000;
const maxCauses = 3;

/** A line of the portal's own log in readable form: what happened, then the fields. */
export function readPinoLine(json: string): PinoLine {
  const line = JSON.parse(json) as Record<string, unknown>;
  const { time, level, msg, host, part, err } = line;
  const fields = Object.entries(line).flatMap(([name, value]) => (omitted.has(name) ? [] : `${name}=${toText(value)}`));
  const words = [typeof msg === 'string' ? msg : '', ...fields].filter((word) => word !== '').join(' ');
  const failure = typeof err === 'object' && err !== null ? describe(err) : '';
  return {
    at: new Date(typeof time === 'number' || typeof time === 'string' ? time : Number.NaN),
    host: typeof host === 'string' ? host : undefined,
    part: typeof part === 'string' ? part : undefined,
    level: levelOf(level),
    text: [words, failure].filter((word) => word !== '').join(' · '),
  };
}

function levelOf(level: unknown): LogLevel {
  const grade = typeof level === 'number' ? level : 30;
  if (grade >= 50) return 'error';
  if (grade >= 40) return 'warn';
  return grade >= 30 ? 'info' : 'debug';
}

function toText(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, maxFieldLength);
}

/** The message, where it was thrown, and its causes. */
function describe(err: Thrown, depth = 0): string {
  const { name, type, code, message, stack, cause } = err;
  const kind = [name ?? type, code].filter((word) => typeof word === 'string').join(' ');
  const frame = typeof stack === 'string' ? findFrame(stack) : undefined;
  const summary = [kind, typeof message === 'string' ? message : ''].filter((word) => word !== '').join(': ');
  const causes =
    typeof cause === 'object' && cause !== null && depth < maxCauses ? `because of ${describe(cause, depth + 1)}` : '';
  return [summary, frame, causes].filter((word) => word !== undefined && word !== '').join(' ');
}

function findFrame(stack: string): string | undefined {
  return stack
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line.startsWith('at '));
}

/** A text as one line that is safe to show on a page, in a terminal and in a file: invisible characters are escaped. */
export function visibleLine(text: string, maxLength: number): string {
  const line = trimEndOf(text.slice(0, maxLength), '\r\n');
  return cut(line.replace(unseen, escape), maxLength);
}

function escape(sign: string): string {
  return escapes[sign] ?? `\\u{${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`;
}

/** Never through the middle of a character. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength);
}
