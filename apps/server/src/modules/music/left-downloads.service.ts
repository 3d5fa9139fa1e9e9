import type { Ctx } from '../../context.ts';
import { hasPortalId, readPortalId } from '../site/site.service.ts';
import { listJobFolders, removeJobFolder } from './song-files.ts';
import { endLeftWork } from './work.service.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Ends the work and removes the files of downloads that an earlier run of this process did not finish. */
export async function clearLeftDownloads(ctx: Ctx): Promise<void> {
  if (!hasPortalId(ctx)) return;
  const now = ctx.clock();
  const portal = readPortalId(ctx);
  await endLeftWork(ctx, { portal, before: now });
  const folders = await listJobFolders(ctx.config, portal, {
    startedAt: now,
    oldBefore: new Date(now.getTime() - dayMs),
  });
  for (const folder of folders) await removeJobFolder(folder);
}
