import { findProperty } from './inline-property.ts';
import type { Failures } from './save-error.ts';
import type { SavedRow, SaveHead, SaveReport } from './save-rows.ts';
import { arkNumber } from './saved-values.ts';

type Archive = {
  of: 'tribe' | 'survivor';
  location: string;
  bytes(): Buffer;
  read(bytes: Buffer): SavedRow | undefined;
};

/** Reads a store, archive by archive. An unreadable one becomes a row with its owner. */
export function createArchiveReading(failures: Failures, game: SaveHead['game']) {
  const archives: SaveReport['archives'] = { count: 0, failureCount: 0 };
  const attempt = <Value>(location: string, read: () => Value) => {
    const outcome = failures.attempt(location, () => ({ value: read() }));
    if (!outcome) archives.failureCount += 1;
    return outcome;
  };
  return {
    archives,
    read({ of, location, bytes: fetch, read }: Archive): SavedRow | undefined {
      archives.count += 1;
      const bytes = attempt(location, fetch)?.value;
      if (!bytes) return { kind: 'unreadable', of };
      // An empty archive was removed.
      if (bytes.length === 0) return undefined;
      const outcome = attempt(location, () => read(bytes));
      if (outcome) return outcome.value;
      const id = findArchiveNumber(bytes, of, game === 'ase');
      return { kind: 'unreadable', of, ...(id !== undefined && { id }) };
    },
    /** Opens the store itself; an unreadable one becomes a row. */
    open<Store>(open: () => Store): { store?: Store; failed?: SavedRow } {
      const outcome = attempt('the store', open);
      if (outcome) return { store: outcome.value };
      archives.count += 1;
      return { failed: { kind: 'unreadable', of: 'store' } };
    },
  };
}

/** The game's names are case-insensitive, but a search is not. */
const numberNames = { tribe: ['TribeID', 'TribeId'], survivor: ['PlayerDataID'] } as const;

/** Finds the owner of an archive, even if the rest cannot be read. */
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
