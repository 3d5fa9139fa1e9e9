const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

export function formatDateTime(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : dateTime.format(date);
}

/** `03:25`, or `1:02:03` for more than an hour. */
export function formatLength(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const rest = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return hours === 0 ? rest : `${hours}:${rest}`;
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** Decimal units, as drives are sold. */
export function formatBytes(bytes: number): string {
  const step = Math.min(bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3), byteUnits.length - 1);
  const value = bytes / 1000 ** step;
  return `${value.toFixed(step === 0 || value >= 100 ? 0 : 1)} ${byteUnits[step]}`;
}

/** The value of a `datetime-local` field; empty for an invalid time. */
export function toLocalField(iso: string | undefined): string {
  const at = new Date(iso ?? '');
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

export function fromLocalField(text: string): string | undefined {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
