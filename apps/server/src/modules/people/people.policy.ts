import { isAdmin, type ModeratorPower } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { readAllPowers, readPowers } from '../moderators/moderators.service.ts';
import { isHistoryOpen } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import * as store from './people.store.ts';

export type SeenServer = Omit<store.ServerSightRow, 'ownPlayerId' | 'isAdminThere'> & {
  isAdmin: boolean;
  /** Whether the caller may moderate it in any way; admins may in every way. */
  isModerator: boolean;
  has: (power: ModeratorPower) => boolean;
};

/** What a caller may see of the history of others, server by server. */
export type Sight = {
  isAdmin: boolean;
  servers: ReadonlyMap<string, SeenServer>;
  /** The caller's own characters, on any server. */
  ownPlayerIds: ReadonlySet<string>;
};

/** `public`: when someone played, and what everyone in the game could read. */
export type Extent = 'all' | 'public' | 'none';

export async function readSight(ctx: Ctx, caller: Caller): Promise<Sight> {
  const [rows, powers] = await Promise.all([store.findServers(ctx.db, caller.userId), readAllPowers(ctx, caller)]);
  const isPortalAdmin = isAdmin(caller.roles);
  const powersOn = (serverId: string) => (powers === 'all' ? undefined : powers.get(serverId));
  return {
    isAdmin: isPortalAdmin,
    ownPlayerIds: new Set(rows.flatMap(({ ownPlayerId }) => ownPlayerId ?? [])),
    servers: new Map(
      rows.map(({ ownPlayerId: _, isAdminThere, ...server }) => [
        server.id,
        {
          ...server,
          isAdmin: isPortalAdmin || isAdminThere,
          isModerator: isPortalAdmin || powersOn(server.id) !== undefined,
          has: (power: ModeratorPower) => isPortalAdmin || (powersOn(server.id)?.has(power) ?? false),
        },
      ]),
    ),
  };
}

/**
 * Admins of a server, and moderators who may see its history, see all of it; people see all of themselves, and others see
 * what the server's setting allows.
 */
export function extentOf({ servers, ownPlayerIds }: Sight, serverId: string, playerId: string): Extent {
  const server = servers.get(serverId);
  if (!server) return 'none';
  if (server.has('history') || ownPlayerIds.has(playerId)) return 'all';
  return server.visibleTo === 'members' ? 'public' : 'none';
}

/** What the caller may see of what others did on one server. */
export async function readExtent(ctx: Ctx, caller: Caller, serverId: string): Promise<Extent> {
  if ((await readPowers(ctx, caller, { type: 'server', serverId })).has('history')) return 'all';
  return (await isHistoryOpen(ctx, serverId)) ? 'public' : 'none';
}

/** The servers on which the caller may see someone's history, by extent. */
export function serversSeen(sight: Sight, playerId: string, only?: string): Record<'all' | 'public', string[]> {
  const ids = [...sight.servers.keys()].filter((id) => only === undefined || id === only);
  const of = (wanted: Extent) => ids.filter((id) => extentOf(sight, id, playerId) === wanted);
  return { all: of('all'), public: of('public') };
}

/** The servers whose sessions the caller may see, of whomever. */
export function mayListPresence({ has, visibleTo }: SeenServer): boolean {
  return has('history') || visibleTo === 'members';
}

/** The servers whose players the caller may compare. */
export function mayRank({ has, hasLeaderboards }: SeenServer): boolean {
  return has('history') || hasLeaderboards;
}

export function serversAdministered({ servers }: Sight): string[] {
  return [...servers.values()].flatMap((server) => (server.isAdmin ? [server.id] : []));
}

/** The servers on which the caller may do this as a moderator or admin. */
export function serversWith({ servers }: Sight, power: ModeratorPower): string[] {
  return [...servers.values()].flatMap((server) => (server.has(power) ? [server.id] : []));
}

export function serversModerated({ servers }: Sight): string[] {
  return [...servers.values()].flatMap((server) => (server.isModerator ? [server.id] : []));
}
