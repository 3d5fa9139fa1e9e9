import { asc } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { sanctionTemplates } from '../../db/tables/moderation.table.ts';

export type TemplateRow = typeof sanctionTemplates.$inferSelect;

export async function findTemplates(db: Db): Promise<TemplateRow[]> {
  return db.select().from(sanctionTemplates).orderBy(asc(sanctionTemplates.position));
}

export async function replaceTemplates(db: Db, rows: TemplateRow[]): Promise<void> {
  await db.delete(sanctionTemplates);
  if (rows.length > 0) await db.insert(sanctionTemplates).values(rows);
}
