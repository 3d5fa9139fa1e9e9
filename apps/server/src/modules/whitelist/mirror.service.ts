import type { AgentEventData } from '@tribehall/contract/agent/agent.contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
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

/** Reads the whitelist of a server into the database, again where it changed meanwhile. */
export async function readWhitelist(ctx: Ctx, serverId: string, readings = maxReadings): Promise<void> {
  for (let reading = 0; reading < readings; reading += 1) {
    const read = await readPages(ctx, serverId).catch(toFailure);
    if (read === 'failed' || (read && (await storeRead(ctx, serverId, read)))) return;
  }
}

/** The server is offline, or its file cannot be read: the next report or round tries again. */
function toFailure(error: unknown): 'failed' {
  if (error instanceof AppError) return 'failed';
  throw error;
}

/** Returns whether this is what the agent reported last. */
function storeRead(ctx: Ctx, serverId: string, read: { ids: string[]; digest: string }): Promise<boolean> {
  return inTransaction(ctx, (ctx) =>
    store.replaceEntries(ctx.db, { serverId, list: 'whitelist' }, { ...read, readAt: ctx.clock() }),
  );
}

/** The ids on the whitelist of a server; undefined where its file is not known. */
export async function findWhitelisted(ctx: Ctx, serverId: string): Promise<Set<string> | undefined> {
  const key = { serverId, list: 'whitelist' } as const;
  const known = await store.findEntries(ctx.db, key);
  if (known !== 'outdated') return known;
  await readWhitelist(ctx, serverId, 1);
  const read = await store.findEntries(ctx.db, key);
  return read === 'outdated' ? undefined : read;
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
