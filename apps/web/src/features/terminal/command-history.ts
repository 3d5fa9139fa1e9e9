import { storedText } from '../../lib/storage/stored-text.ts';

const maxCommands = 30;

const stored = storedText('terminal.history');

/** Oldest first. */
export const commandHistory = {
  get: (): string[] => readHistory(stored.get()),
  add: (command: string) => stored.set(JSON.stringify(withCommand(readHistory(stored.get()), command))),
};

/** The same command again, right after itself, is one entry. */
export function withCommand(history: readonly string[], command: string): string[] {
  return history.at(-1) === command ? [...history] : [...history, command].slice(-maxCommands);
}

/** What someone else has written there counts as nothing. */
export function readHistory(text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string').slice(-maxCommands) : [];
  } catch {
    return [];
  }
}

/** What stands in the field. `back` counts the entries from the newest; at 0 it is what was typed. */
export type Typed = { text: string; back: number; draft: string };

export const nothingTyped: Typed = { text: '', back: 0, draft: '' };

export function typed(text: string): Typed {
  return { text, back: 0, draft: text };
}

/** One step to older commands (1) or to newer ones (-1), down to what was typed before. */
export function browse(history: readonly string[], { text, back, draft }: Typed, step: 1 | -1): Typed {
  const next = Math.min(Math.max(back + step, 0), history.length);
  if (next === 0) return { text: back === 0 ? text : draft, back: 0, draft };
  return { text: history.at(-next) ?? text, back: next, draft };
}
