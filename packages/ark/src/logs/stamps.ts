import type { Stamps } from './log-event.ts';

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
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
