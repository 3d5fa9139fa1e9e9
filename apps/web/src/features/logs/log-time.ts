const time = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
});
const day = new Intl.DateTimeFormat(undefined, { day: '2-digit', month: 'short' });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

/** By the clock of whoever reads, to the millisecond; with the day where that is not `today`. */
export function formatLogTime(iso: string, today = new Date()): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const clock = `${time.format(at)}.${String(at.getMilliseconds()).padStart(3, '0')}`;
  return at.toDateString() === today.toDateString() ? clock : `${day.format(at)} ${clock}`;
}

export function formatFullTime(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : `${full.format(at)} (${iso})`;
}
