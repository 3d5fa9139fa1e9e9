import type { Database, DatabaseVersion } from '../features/databases/databases.queries.ts';

export function buildDatabase(file: string, changes: Partial<Database> = {}): Database {
  return { file, bytes: 1500, changedAt: '2026-01-02T03:04:05Z', isScoped: false, ...changes };
}

export function buildVersion(id: string, changes: Partial<DatabaseVersion> = {}): DatabaseVersion {
  const at = '2026-01-02T03:04:05Z';
  return {
    id,
    version: `v${id}`,
    at,
    by: 'Olive',
    kind: 'saved',
    guildId: null,
    bytes: 20,
    isCurrent: false,
    ...changes,
  };
}
