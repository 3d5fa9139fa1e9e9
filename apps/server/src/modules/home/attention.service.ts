import { isOwner, type ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { serversAdministered, type Sight } from '../people/people.service.ts';
import { readFailedLogins } from '../sessions/attempts.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import * as store from './home.store.ts';

type Attention = NonNullable<ReplyOutput<'GET /home'>['attention']>;

const maxListed = 12;

/** What needs the caller on the servers they are admin of; null where they are admin nowhere. */
export async function readAttention(ctx: Ctx, caller: Caller, sight: Sight): Promise<Attention | null> {
  const administered = serversAdministered(sight);
  if (administered.length === 0 && !sight.isAdmin) return null;
  const serverIds = sight.isAdmin ? undefined : administered;
  const [troubled, agents, logins] = await Promise.all([
    store.findTroubled(ctx.db, serverIds, maxListed),
    store.findAgents(ctx.db, serverIds),
    isOwner(caller.roles) ? readFailedLogins(ctx) : null,
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
  };
}
