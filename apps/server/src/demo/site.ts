import type { Ctx } from '../context.ts';
import { insertSiteSettings } from './demo.store.ts';

/** The community of the demo, unless its Owner has chosen something already. */
export async function seedDemoSite(ctx: Ctx): Promise<void> {
  await insertSiteSettings(ctx.db, {
    id: 'site',
    name: 'Obelisk',
    description:
      'Eight ARK servers in two clusters, Evolved and Ascended, with one community. Boosted taming, friendly tribes, no wipes.',
    isStatusPublic: true,
    changedAt: ctx.clock(),
  });
}
