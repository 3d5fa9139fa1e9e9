import type { topics } from '@tribehall/contract';
import { sentCapabilities, type Capabilities } from '@tribehall/contract/agent/agent.contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { publishLive } from '../events/events.service.ts';
import { publishState, publishStates } from './servers.service.ts';
import * as store from './servers.store.ts';

type Setup = z.output<(typeof topics)['servers.setup']['snapshot']>;

/** What the set-up of a server lacks, as last reported. */
export async function readSetup(ctx: Ctx, serverId: string): Promise<Setup> {
  const row = await store.findState(ctx.db, serverId);
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such server.');
  return toSetup(row);
}

export async function publishSetups(ctx: Ctx, serverIds: string[]): Promise<void> {
  publishRows(ctx, await store.findStates(ctx.db, serverIds));
}

/** After agents have connected or disconnected. */
export async function publishConnections(ctx: Ctx, serverIds: string[]): Promise<void> {
  const rows = await store.findStates(ctx.db, serverIds);
  publishStates(ctx, rows);
  publishRows(ctx, rows);
}

function publishRows(ctx: Ctx, rows: readonly store.StateRow[]): void {
  for (const row of rows) publishLive(ctx, 'servers.setup', 'changed', toSetup(row), row.id);
}

/** Stores what the agent can do and what it lacks. The clock was judged by the portal at the hello. */
export async function applyCapabilities(ctx: Ctx, serverId: string, { data }: { data: Capabilities }): Promise<void> {
  const before = await store.findState(ctx.db, serverId);
  const clock = (before && checksOf(before))?.filter(({ about }) => about === 'clock') ?? [];
  const checks = data.checks?.filter(({ about }) => about !== 'clock');
  const capabilities = checks === undefined ? data : { ...data, checks: [...checks, ...clock] };
  await store.updateServer(ctx.db, serverId, { capabilities });
  await publishState(ctx, serverId);
  await publishSetups(ctx, [serverId]);
}

function toSetup(row: store.StateRow): Setup {
  return { isConnected: row.isConnected, checks: checksOf(row) ?? null };
}

function checksOf({ capabilities }: store.StateRow): Capabilities['checks'] {
  return sentCapabilities.safeParse(capabilities).data?.checks;
}
