import type { DatabasePlace, DatabaseVersion } from './databases.queries.ts';

type Saved = { place: DatabasePlace; version: string };

/** The version to go back to, and the one that must still be the newest then. */
export type UndoStep = { versionId: string; version: string };

/** How to take a save back. Nothing where someone else has saved since, or nothing was there before. */
export function undoStep(versions: readonly DatabaseVersion[], { place, version }: Saved): UndoStep | undefined {
  const index = versions.findIndex(({ isCurrent }) => isCurrent);
  const own = versions[index];
  const before = versions[index + 1];
  if (own === undefined || before === undefined) return undefined;
  // The version of a guild's part is not that of the whole file, which the list has.
  const isOwn =
    place.guildId === undefined ? own.version === version : own.kind === 'saved' && own.guildId === place.guildId;
  return isOwn ? { versionId: before.id, version: own.version } : undefined;
}
