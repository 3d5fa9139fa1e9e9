import type { ModeratorPower } from '@tribehall/contract';
import { useQuery } from '@tanstack/react-query';
import { isAdmin } from '@tribehall/contract/roles';
import { mineQuery } from '../../features/moderators/moderators.queries.ts';
import type { ModerationPowers } from '../../features/sanctions/sanction-powers.ts';
import { useMe } from '../../features/users/users.queries.ts';

const allPowers: readonly ModeratorPower[] = [
  'history',
  'kick',
  'warn',
  'mute',
  'ban',
  'mail',
  'console',
  'structures',
];
const everything = { powers: allPowers, maxBanDays: null };

/** What the user may do on servers: Admins everything, admins of a server everything there, moderators what they were given. */
export function useModerationPowers(): ModerationPowers {
  const me = useMe();
  const isPortalAdmin = isAdmin(me?.roles ?? []);
  const { data: given } = useQuery({ ...mineQuery, enabled: me !== undefined && !isPortalAdmin });
  if (isPortalAdmin) return { everywhere: everything, servers: [], clusters: [] };
  const { controlledServers = [], linkedPlayers = [] } = me?.ark ?? {};
  const linked = linkedPlayers.flatMap((link) => (link.isAdmin ? [link.serverId] : []));
  const ids = new Set([...controlledServers, ...linked]);
  const others = given?.servers.filter(({ id }) => !ids.has(id)) ?? [];
  return {
    everywhere: given?.everywhere ?? null,
    servers: [...[...ids].map((id) => ({ id, ...everything })), ...others],
    clusters: given?.clusters ?? [],
  };
}
