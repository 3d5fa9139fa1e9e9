const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });

export function formatTime(iso: string): string {
  return formatWith(time, iso);
}

export function formatDay(iso: string): string {
  return formatWith(day, iso);
}

/** By the clock of whoever reads. */
export function isSameDay(iso: string, otherIso: string): boolean {
  return new Date(iso).toDateString() === new Date(otherIso).toDateString();
}

function formatWith(format: Intl.DateTimeFormat, iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : format.format(date);
}
