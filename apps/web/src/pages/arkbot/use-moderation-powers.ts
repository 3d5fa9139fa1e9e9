import type { ModeratorPower } from '@tribehall/contract';
import { isAdmin } from '@tribehall/contract/roles';
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

/** What the user may do on servers: Admins everything, admins of a server everything there. The portal has the last word. */
export function useModerationPowers(): ModerationPowers {
  const me = useMe();
  if (isAdmin(me?.roles ?? [])) return { everywhere: everything, servers: [], clusters: [] };
  const { controlledServers = [], linkedPlayers = [] } = me?.ark ?? {};
  const linked = linkedPlayers.flatMap((link) => (link.isAdmin ? [link.serverId] : []));
  const ids = [...new Set([...controlledServers, ...linked])];
  return { everywhere: null, servers: ids.map((id) => ({ id, ...everything })), clusters: [] };
}
