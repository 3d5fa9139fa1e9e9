import { eq, getTableColumns } from 'drizzle-orm';
import { prepared, type Db } from '../../db/db.ts';
import { siteSettings } from '../../db/tables/site.table.ts';

const { id: _, changedAt: _changedAt, ...columns } = getTableColumns(siteSettings);

export type SiteSettings = Omit<typeof siteSettings.$inferSelect, 'id' | 'changedAt'>;

const settings = prepared((db) => db.select(columns).from(siteSettings).prepare('site_settings'));

export async function findSettings(db: Db): Promise<SiteSettings | undefined> {
  const [row] = await settings(db).execute();
  return row;
}

/** The same, locked until the end of the transaction. */
export async function lockSettings(db: Db): Promise<SiteSettings | undefined> {
  const isSite = eq(siteSettings.id, 'site');
  const [row] = await db.select(columns).from(siteSettings).where(isSite).for('update');
  return row;
}

export async function putSettings(db: Db, given: SiteSettings & { changedAt: Date }): Promise<void> {
  await db
    .insert(siteSettings)
    .values({ id: 'site', ...given })
    .onConflictDoUpdate({ target: siteSettings.id, set: given });
}
