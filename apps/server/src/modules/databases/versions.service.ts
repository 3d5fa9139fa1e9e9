import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { quoteString } from '../../platform/json/long-string.ts';
import { RawJson } from '../../platform/json/raw-json.ts';
import type { Actor } from '../audit/audit.service.ts';
import { requireCurrent } from './databases.service.ts';
import * as store from './databases.store.ts';
import { refuseStale } from './database-errors.ts';
import { changeDatabase } from './writes.service.ts';

type Listed = ReplyOutput<'GET /databases/{file}/versions'>[number];

export async function listVersions(ctx: Ctx, file: string): Promise<Listed[]> {
  const { version: current } = await requireCurrent(ctx, file);
  const rows = await store.listVersions(ctx.db, file);
  const newest = rows.find(({ version }) => version === current);
  return rows.map((row) => {
    const { id, version, at, actor: by, kind, guildId, bytes } = row;
    return { id, version, at, by, kind, guildId, bytes, isCurrent: row === newest };
  });
}

export async function readVersion(ctx: Ctx, file: string, id: string): Promise<RawJson> {
  await requireCurrent(ctx, file);
  const { content, version } = await requireVersion(ctx, file, id);
  return new RawJson(`{"text":${await quoteString(content.toString())},"version":"${version}"}`);
}

/** Restores it byte for byte, even a version that was not JSON because it was edited by hand. */
export async function restoreVersion(
  ctx: Ctx,
  actor: Actor,
  { file, versionId }: { file: string; versionId: string },
  given: string | undefined,
): Promise<{ version: string }> {
  const { version } = await changeDatabase(ctx, actor, file, {
    kind: 'restored',
    guildId: null,
    next: async (state) => {
      refuseStale(given, state);
      return (await requireVersion(ctx, file, versionId)).content;
    },
  });
  return { version };
}

async function requireVersion(ctx: Ctx, file: string, id: string): Promise<{ version: string; content: Buffer }> {
  const found = await store.findContent(ctx.db, file, id);
  if (!found) throw new AppError('NOT_FOUND', 'This version is no longer stored.');
  return found;
}
