import type { LogLevel } from '@tribehall/contract/logs.contract';

export type Entry = { at: Date; host: string; label: string; key: string; level: LogLevel; text: string };

const defaultLimits = { lines: 20_000, characters: 8 * 1024 * 1024 };
const overhead = 100;

export type LogBuffer = ReturnType<typeof createLogBuffer>;

/** Bounded queue of entries to be written. Overflow drops the oldest ones and counts them. */
export function createLogBuffer(limits = defaultLimits) {
  let waiting: Entry[] = [];
  let head = 0;
  let characters = 0;
  const skipped = new Map<string, { last: Entry; count: number }>();

  const shift = (): Entry | undefined => {
    const entry = waiting[head];
    if (!entry) return undefined;
    head += 1;
    characters -= entry.text.length + overhead;
    // Compacts now and then, not with every entry.
    if (head * 2 > waiting.length) {
      waiting = waiting.slice(head);
      head = 0;
    }
    return entry;
  };
  const count = (entry: Entry, by = 1) => {
    const source = JSON.stringify([entry.host, entry.key]);
    skipped.set(source, { last: entry, count: (skipped.get(source)?.count ?? 0) + by });
  };
  const trim = () => {
    while (waiting.length - head > limits.lines || characters > limits.characters) {
      const oldest = shift();
      if (!oldest) return;
      count(oldest);
    }
  };
  const push = (entries: readonly Entry[]) => {
    for (const entry of entries) {
      waiting.push(entry);
      characters += entry.text.length + overhead;
    }
  };

  return {
    size: () => waiting.length - head + skipped.size,
    add(entries: readonly Entry[]): void {
      push(entries);
      trim();
    },
    /** Counts lines that were dropped before they got here. */
    skip: count,
    /** The oldest entries, at least one, up to these limits, after one entry per source about what was dropped. */
    take(max: number, maxCharacters = Number.POSITIVE_INFINITY): Entry[] {
      const taken: Entry[] = [...skipped.values()].map(({ last, count }) => skippedEntry(last, count));
      skipped.clear();
      const atLeast = characters - maxCharacters;
      while (taken.length < max && characters > atLeast) {
        const entry = shift();
        if (!entry) break;
        taken.push(entry);
      }
      return taken;
    },
    /** Puts entries that could not be written back to the front. */
    putBack(entries: readonly Entry[]): void {
      const later = waiting.slice(head);
      waiting = [];
      head = 0;
      characters = 0;
      push(entries);
      push(later);
      trim();
    },
  };
}

/** An entry that marks the gap in the log itself. */
function skippedEntry(last: Entry, count: number): Entry {
  const text = count === 1 ? 'One line was skipped' : `${count} lines were skipped`;
  return { ...last, level: 'warn', text: `${text}: too many arrived at once` };
}
