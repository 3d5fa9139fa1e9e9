import { findProperty } from './inline-property.ts';
import type { Failures } from './save-error.ts';
import type { SavedRow, SaveHead, SaveReport } from './save-rows.ts';
import { arkNumber } from './saved-values.ts';

type Archive = {
  of: 'tribe' | 'survivor';
  place: string;
  bytes(): Buffer;
  read(bytes: Buffer): SavedRow | undefined;
};

/** Reads what a store has, archive by archive. Of one that cannot be read a row says whose it is. */
export function createArchiveReading(failures: Failures, game: SaveHead['game']) {
  const archives: SaveReport['archives'] = { count: 0, failureCount: 0 };
  const attempt = <Value>(place: string, read: () => Value) => {
    const outcome = failures.attempt(place, () => ({ value: read() }));
    if (!outcome) archives.failureCount += 1;
    return outcome;
  };
  return {
    archives,
    read({ of, place, bytes: fetch, read }: Archive): SavedRow | undefined {
      archives.count += 1;
      const bytes = attempt(place, fetch)?.value;
      if (!bytes) return { kind: 'unreadable', of };
      // An empty one was taken away.
      if (bytes.length === 0) return undefined;
      const outcome = attempt(place, () => read(bytes));
      if (outcome) return outcome.value;
      const id = findArchiveNumber(bytes, of, game === 'ase');
      return { kind: 'unreadable', of, ...(id !== undefined && { id }) };
    },
    /** The store itself; where it cannot be read, a row says that instead. */
    open<Store>(open: () => Store): { store?: Store; failed?: SavedRow } {
      const outcome = attempt('the store', open);
      if (outcome) return { store: outcome.value };
      archives.count += 1;
      return { failed: { kind: 'unreadable', of: 'store' } };
    },
  };
}

/** The names of the game do not tell capitals from small letters, but a search does. */
const numberNames = { tribe: ['TribeID', 'TribeId'], survivor: ['PlayerDataID'] } as const;

/** Whose archive it is, also where all the rest of it cannot be read. */
export function findArchiveNumber(
  bytes: Buffer,
  of: keyof typeof numberNames,
  isEvolved?: boolean,
): string | undefined {
  for (const name of numberNames[of]) {
    const number = findProperty(bytes, name, (property) => arkNumber(property.whole()), isEvolved);
    if (number !== undefined) return number;
  }
  return undefined;
}
