import { readStored, writeStored } from './stored-text.ts';

const maxCommands = 30;

export type CommandHistory = {
  /** Oldest first. */
  get(): string[];
  add(command: string): void;
};

/** The last commands of one console, in localStorage. */
export function createCommandHistory(key: string): CommandHistory {
  // Without storage it lasts as long as the tab.
  let history = readHistory(readStored(key));
  return {
    get: () => history,
    add: (command) => {
      history = withCommand(history, command);
      writeStored(key, JSON.stringify(history));
    },
  };
}

/** Consecutive duplicates are stored once. */
export function withCommand(history: readonly string[], command: string): string[] {
  return history.at(-1) === command ? [...history] : [...history, command].slice(-maxCommands);
}

/** Invalid stored data counts as empty. */
export function readHistory(text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string').slice(-maxCommands) : [];
  } catch {
    return [];
  }
}

/** The input's content. `back` counts history entries from the newest; 0 is the draft. */
export type Typed = { text: string; back: number; draft: string };

export const nothingTyped: Typed = { text: '', back: 0, draft: '' };

export function typed(text: string): Typed {
  return { text, back: 0, draft: text };
}

/** Moves to an older (1) or newer (-1) command, down to the draft. */
export function browse(history: readonly string[], { text, back, draft }: Typed, step: 1 | -1): Typed {
  const next = Math.min(Math.max(back + step, 0), history.length);
  if (next === 0) return { text: back === 0 ? text : draft, back: 0, draft };
  return { text: history.at(-next) ?? text, back: next, draft };
}
