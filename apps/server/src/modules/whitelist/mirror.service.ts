import type { AgentEventData } from '@tribehall/contract/agent/agent.contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { sendCommand } from '../agents/agents.service.ts';
import * as store from './mirror.store.ts';

/** A list that changes while it is read is read again, up to this often. */
const maxReadings = 3;

/** Stores what the agent says about a file; returns whether the stored entries are of an older one. */
export async function applyListState(
  ctx: Ctx,
  serverId: string,
  { data }: { data: AgentEventData<'lists.state'> },
): Promise<boolean> {
  const { list, digest } = data;
  const stored = await store.putReported(ctx.db, { serverId, list }, digest);
  return list === 'whitelist' && digest !== null && digest !== stored;
}

/** Reads the whitelist of a server into the database. */
export async function readWhitelist(ctx: Ctx, serverId: string): Promise<void> {
  for (let reading = 0; reading < maxReadings; reading += 1) {
    const read = await readPages(ctx, serverId);
    if (!read) continue;
    await inTransaction(ctx, async (ctx) => {
      const key = { serverId, list: 'whitelist' } as const;
      await store.putReported(ctx.db, key, read.digest);
      await store.replaceEntries(ctx.db, key, { ...read, readAt: ctx.clock() });
    });
    return;
  }
}

/** The ids on the whitelist of a server; undefined where its file is not known. */
export function findWhitelisted(ctx: Ctx, serverId: string): Promise<Set<string> | undefined> {
  return store.findEntries(ctx.db, { serverId, list: 'whitelist' });
}

/** Undefined if the list changed meanwhile. */
async function readPages(ctx: Ctx, serverId: string): Promise<{ ids: string[]; digest: string } | undefined> {
  const ids: string[] = [];
  let digest: string | undefined;
  for (let isLast = false; !isLast;) {
    const after = ids.at(-1);
    const page = await sendCommand(ctx, serverId, 'lists.read', {
      list: 'whitelist',
      ...(after !== undefined && { after }),
    });
    if (digest !== undefined && page.digest !== digest) return undefined;
    ids.push(...page.ids);
    ({ isLast, digest } = page);
    if (page.ids.length === 0) break;
  }
  return digest === undefined ? undefined : { ids, digest };
}
