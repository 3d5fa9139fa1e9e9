const pattern =
  /^(?:(?<date>\d{4}-\d{1,2}-\d{1,2})|(?<word>now|today|yesterday|tomorrow))?(?:[T ]?(?<time>\d{1,2}:\d{2}(?::\d{2})?))?$/i;
const daysAhead: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/** `2026-11-19 18:30`, with seconds if there are any: a time as the reader edits it, in local time. Empty for an invalid time. */
export function toLocalField(iso: string | undefined): string {
  const at = new Date(iso ?? '');
  return Number.isNaN(at.getTime()) ? '' : toLocalText(at);
}

/**
 * The time that someone entered, as ISO text; undefined if it is empty or none. Without a date it is one of today, without
 * a time midnight; `now`, `today`, `yesterday` and `tomorrow 18:00` are understood too.
 */
export function fromLocalField(text: string, now = new Date()): string | undefined {
  const { date, word, time = '' } = pattern.exec(text.trim().replaceAll(/\s+/g, ' '))?.groups ?? {};
  if (date === undefined && word === undefined && time === '') return undefined;
  if (word?.toLowerCase() === 'now') return time === '' ? now.toISOString() : undefined;
  const [year = 0, month = 0, day = 0] =
    date?.split('-').map(Number) ?? dayAt(daysAhead[word?.toLowerCase() ?? 'today'] ?? 0, now);
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const at = new Date(2000, 0, 1, hour, minute, second);
  at.setFullYear(year, month - 1, day);
  return at.getMonth() === month - 1 && at.getDate() === day ? at.toISOString() : undefined;
}

/** What a field shows once it is left: a time that is understood in its own form, everything else as it is. */
export function normalizeLocalField(text: string): string {
  return toLocalField(fromLocalField(text)) || text;
}

/** What a field says of a text that is no time. */
export const unreadableTime = 'Enter a date and time, such as 2026-11-19 18:30.';

/** Whether something was entered that is no time. */
export function isUnreadableTime(text: string): boolean {
  return text.trim() !== '' && fromLocalField(text) === undefined;
}

function toLocalText(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  if (Number.isNaN(local.getTime())) return '';
  return local
    .toISOString()
    .replace(/(?::00)?\.\d+Z$/, '')
    .replace('T', ' ');
}

function dayAt(days: number, now: Date): [year: number, month: number, day: number] {
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()];
}
