const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');

/** `2026.09.13-18.48.40:782`: the log file's own time, always UTC. */
export function fileStamp(at: Date): string {
  return `${dateOf(at)}-${timeOf(at)}:${pad(at.getUTCMilliseconds(), 3)}`;
}

/** `2026.09.13_18.48.40`: the game's stamp, in the server's local time. */
export function gameStamp(at: Date, offsetMinutes: number): string {
  const local = new Date(at.getTime() + offsetMinutes * 60_000);
  return `${dateOf(local)}_${timeOf(local)}`;
}

/** `2026.09.13-18.48.40`. */
export function backupStamp(at: Date): string {
  return `${dateOf(at)}-${timeOf(at)}`;
}

/** `06/25/26 03:36:06`. */
export function openingStamp(at: Date): string {
  const date = [at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCFullYear() % 100].map((part) => pad(part)).join('/');
  return `${date} ${timeOf(at).replaceAll('.', ':')}`;
}

function dateOf(at: Date): string {
  return [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()].map((part) => pad(part)).join('.');
}

function timeOf(at: Date): string {
  return [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map((part) => pad(part)).join('.');
}
