import { cleanText } from '../clean-text.ts';

/** The result of a check. `note`: optional, but recommended. */
export type Finding = { mark: 'good' | 'bad' | 'note'; about: string; message: string; fix?: string };

const marks: Record<Finding['mark'], string> = { good: '✓', bad: '✗', note: '–' };
const aboutWidth = 12;
const maxLength = 400;

export function good(about: string, message: string): Finding {
  return { mark: 'good', about, message };
}

export function bad(about: string, message: string, fix: string): Finding {
  return { mark: 'bad', about, message, fix };
}

export function note(about: string, message: string, fix?: string): Finding {
  return { mark: 'note', about, message, ...(fix !== undefined && { fix }) };
}

export function printFinding({ mark, about, message, fix }: Finding): string[] {
  const line = `  ${marks[mark]} ${about.padEnd(aboutWidth)} ${cleanText(message, maxLength)}`;
  return fix === undefined ? [line] : [line, `    ${' '.repeat(aboutWidth)} → ${cleanText(fix, maxLength)}`];
}

/** Formats a duration. */
export function inWords(ms: number): string {
  if (ms < 120_000) return `${Math.max(0, Math.round(ms / 1_000))} s`;
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;
}
