import { dateFormat } from './date-format.ts';
import { formatCount } from './format-count.ts';

const dateTime = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' });
const time = dateFormat({ timeStyle: 'short' });
const day = dateFormat({ dateStyle: 'full' });

export function formatDateTime(iso: string): string {
  return formatWith(dateTime, iso);
}

export function formatTime(iso: string): string {
  return formatWith(time, iso);
}

export function formatDay(iso: string): string {
  return formatWith(day, iso);
}

function formatWith(format: (at: Date) => string, iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : format(date);
}

/** In the reader's time zone. */
export function isSameDay(iso: string, otherIso: string): boolean {
  return new Date(iso).toDateString() === new Date(otherIso).toDateString();
}

/** `45 min`, `2 h 5 min`, `214 h`: minutes say nothing beside a hundred hours. */
export function formatDuration(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const hours = Math.floor(minutes / 60);
  if (minutes === 0) return 'less than a minute';
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 || hours >= 100 ? `${formatCount(hours)} h` : `${hours} h ${minutes % 60} min`;
}

/** `12 min`, `4 h 5 min`, `6 d 4 h`. */
export function formatSpan(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  const days = Math.floor(hours / 24);
  if (days === 0) return formatDuration(ms);
  return hours % 24 === 0 ? `${formatCount(days)} d` : `${formatCount(days)} d ${hours % 24} h`;
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

const endOfYears = Date.UTC(10_000, 0);

/** A time of an address, as the portal takes it; undefined if it is none. */
export function readTime(text: string | undefined): string | undefined {
  const time = Date.parse(text ?? '');
  return time >= 0 && time < endOfYears ? new Date(time).toISOString() : undefined;
}
