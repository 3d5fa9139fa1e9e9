import { rights, type PartOutput, type Reach, type ReplyOutput } from '@tribehall/contract';
import pLimit from 'p-limit';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { NotSentError, sendCommand } from '../agents/agents.service.ts';
import { record } from '../audit/audit.service.ts';
import { requireCluster } from '../clusters/clusters.service.ts';
import { readPowers } from '../moderators/moderators.service.ts';
import { requireServer } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { findServersOf } from './broadcasts.store.ts';

type Sent = ReplyOutput<'POST /ark/broadcasts'>;
type ServerOutcome = Sent['servers'][number];

/** Each waits for one agent alone: silent ones do not hold up the others. */
const atOnce = 500;

/** Shows a message on every server of the reach and returns what came of it on each. */
export async function broadcast(
  ctx: Ctx,
  caller: Caller,
  { reach, text }: PartOutput<'POST /ark/broadcasts', 'body'>,
): Promise<Sent> {
  if (!(await readPowers(ctx, caller, reach)).has('console'))
    throw new AppError('FORBIDDEN', refusals[reach.type], { right: 'serverConsole' });
  const target = await nameOf(ctx, reach);
  const targets = await findServersOf(ctx.db, reach);
  const limit = pLimit(atOnce);
  const servers = await Promise.all(targets.map((server) => limit(() => show(ctx, server, text))));
  const shown = servers.filter(({ outcome }) => outcome === 'shown').length;
  const details = { ...idsOf(reach), reach: reach.type, text, servers: servers.length, shown };
  await record(ctx, caller, { action: 'servers.broadcast', target, outcome: outcomeOf(servers, shown), details });
  return { servers };
}

const refusals = {
  server: rights.serverConsole,
  cluster: 'You need access to the console of every server in this cluster.',
  all: rights.admin,
} as const satisfies Record<Reach['type'], string>;

async function show(ctx: Ctx, { id, name }: { id: string; name: string }, text: string): Promise<ServerOutcome> {
  try {
    await sendCommand(ctx, id, 'server.broadcast', { text });
    return { id, name, outcome: 'shown', reason: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isUnknown = !(error instanceof NotSentError) && ['SERVER_OFFLINE', 'UNAVAILABLE'].includes(error.code);
    return { id, name, outcome: isUnknown ? 'unknown' : 'failed', reason: error.message };
  }
}

function outcomeOf(servers: readonly ServerOutcome[], shown: number): string {
  return shown === servers.length ? 'done' : `Shown on ${shown} of ${servers.length} servers`;
}

async function nameOf(ctx: Ctx, reach: Reach): Promise<string> {
  if (reach.type === 'server') return (await requireServer(ctx, reach.serverId)).name;
  return reach.type === 'cluster' ? (await requireCluster(ctx, reach.clusterId)).name : 'All servers';
}

function idsOf(reach: Reach): { serverId?: string; clusterId?: string } {
  if (reach.type === 'server') return { serverId: reach.serverId };
  return reach.type === 'cluster' ? { clusterId: reach.clusterId } : {};
}
