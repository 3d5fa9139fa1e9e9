import { isAdmin, isOwner, type ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { readModeratedServers } from '../moderators/moderators.service.ts';
import { serversAdministered, type Sight } from '../people/people.service.ts';
import { countWaiting } from '../registration/approval.service.ts';
import { countOpen } from '../reports/queue.service.ts';
import { readFailedLogins } from '../sessions/attempts.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import * as store from './home.store.ts';

type Attention = NonNullable<ReplyOutput<'GET /home'>['attention']>;

const maxListed = 12;

/** What needs the caller on the servers they are admin or moderator of; null where there are none. */
export async function readAttention(ctx: Ctx, caller: Caller, sight: Sight): Promise<Attention | null> {
  const administered = serversAdministered(sight);
  const moderated = await readModeratedServers(ctx, caller);
  const { waiting } = isAdmin(caller.roles) ? await countWaiting(ctx) : { waiting: 0 };
  if (administered.length === 0 && moderated.length === 0 && waiting === 0) return null;
  const serverIds = sight.isAdmin ? undefined : administered;
  const [troubled, agents, logins, reports] = await Promise.all([
    store.findTroubled(ctx.db, serverIds, maxListed),
    store.findAgents(ctx.db, serverIds),
    isOwner(caller.roles) ? readFailedLogins(ctx) : null,
    countOpen(ctx, caller),
  ]);
  return {
    servers: troubled.map(({ id, name, state, reason, since, has_connected }) => ({
      server: { id, name },
      state,
      reason,
      since: since === null ? null : new Date(since),
      hasConnected: has_connected,
    })),
    serverCount: troubled[0]?.total ?? 0,
    agents: agents.map(({ name, version, servers, server_id, server_name }) => ({
      name,
      version,
      serverCount: servers,
      server: { id: server_id, name: server_name },
    })),
    logins,
    reports,
    registrations: waiting,
  };
}
