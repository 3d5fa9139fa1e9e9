import type { LogEntry } from './log-lines.ts';

export type LogLevel = LogEntry['level'];

/** By ascending severity. */
export const levelNames = {
  debug: 'Debug',
  info: 'Info',
  warn: 'Warning',
  error: 'Error',
} as const satisfies Record<LogLevel, string>;

export function isLevel(text: string | undefined): text is LogLevel {
  return text !== undefined && Object.hasOwn(levelNames, text);
}
