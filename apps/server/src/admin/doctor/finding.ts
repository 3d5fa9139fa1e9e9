/** The result of a check. `note`: works, but is worth a look. */
export type Finding = { mark: 'good' | 'bad' | 'note'; about: string; message: string };

export const good = (about: string, message: string): Finding => ({ mark: 'good', about, message });
export const bad = (about: string, message: string): Finding => ({ mark: 'bad', about, message });
export const note = (about: string, message: string): Finding => ({ mark: 'note', about, message });

const marks: Record<Finding['mark'], string> = { good: '✓', bad: '✗', note: '–' };
const aboutWidth = 12;

export function formatFinding({ mark, about, message }: Finding): string {
  return `  ${marks[mark]} ${about.padEnd(aboutWidth)} ${message}`;
}

/** What went wrong, without the stack; several attempts at one name have no message of their own. */
export function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return String(first);
  return first.cause instanceof Error && first.message === 'fetch failed' ? reasonOf(first.cause) : first.message;
}

export function inMegabytes(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return megabytes < 10_000 ? `${Math.round(megabytes)} MB` : `${Math.round(megabytes / 1024)} GB`;
}
