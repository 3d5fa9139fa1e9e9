import type { Ctx } from '../../../context.ts';
import { hasPortalId, readPortalId } from '../../site/site.service.ts';
import { listJobFolders, removeJobFolder } from './song-files.ts';
import { endOrphanedWork } from './work.service.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Crash recovery: ends the work and removes the files of downloads orphaned by an earlier run of this process. */
export async function removeOrphanedDownloads(ctx: Ctx): Promise<void> {
  if (!hasPortalId(ctx)) return;
  const now = ctx.clock();
  const portal = readPortalId(ctx);
  await endOrphanedWork(ctx, { portal, before: now });
  const folders = await listJobFolders(ctx.config, portal, {
    startedAt: now,
    oldBefore: new Date(now.getTime() - dayMs),
  });
  for (const folder of folders) await removeJobFolder(folder);
}
