import { databaseLimits } from '@tribehall/contract/databases.contract';
import type { Ctx } from '../../context.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { publishLive } from '../events/events.service.ts';
import * as store from './databases.store.ts';

const actions = { saved: 'databases.save', restored: 'databases.restore', found: 'databases.find' } as const;

/** The file is in its place: the version counts from now on. Belongs into one transaction. */
export async function applyVersion(ctx: Ctx, row: Omit<store.VersionRow, 'state' | 'number'>): Promise<void> {
  const { id, file, kind, guildId, previous, version, bytes } = row;
  await store.applyPending(ctx.db, id);
  await store.pruneVersions(ctx.db, file, databaseLimits.keptVersions);
  const details = { guildId, before: previous, after: version, bytes };
  await record(ctx, actorOf(row), { action: actions[kind], target: file, outcome: 'done', details });
  publishLive(ctx, 'databases', 'changed', { file, version });
}

function actorOf({ actorId, actor, address }: Pick<store.VersionRow, 'actorId' | 'actor' | 'address'>): Actor {
  return { userId: actorId, username: actor ?? '', address: address ?? '' };
}
