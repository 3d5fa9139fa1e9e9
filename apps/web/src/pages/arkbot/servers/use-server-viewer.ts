import { isAdmin } from '@tribehall/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { controlQuery } from '../../../features/servers/servers.queries.ts';
import { useChangeArk } from '../../../features/users/users.mutations.ts';
import { useMe } from '../../../features/users/users.queries.ts';
import type { Viewer } from '../../../lib/viewer.ts';

type Link = { playerId: string; isAdmin: boolean };

/** What the logged-in user is on a server, and how a new link of a character is written down. */
export function useServerViewer(serverId: string): { viewer: Viewer; setLink: (link: Link | undefined) => void } {
  const me = useMe();
  const { data: hasControl } = useQuery(controlQuery(serverId));
  const changeArk = useChangeArk();
  const linked = me?.ark.linkedPlayers.find((link) => link.serverId === serverId);
  const isServerAdmin = isAdmin(me?.roles ?? []) || linked?.isAdmin === true || hasControl;
  const setLink = (link: Link | undefined) =>
    changeArk((ark) => {
      const others = ark.linkedPlayers.filter((other) => other.serverId !== serverId);
      return { ...ark, linkedPlayers: link === undefined ? others : [...others, { serverId, ...link }] };
    });
  const isServerPlayer = isServerAdmin || linked !== undefined;
  return { viewer: { playerId: linked?.playerId, isServerAdmin, isServerPlayer }, setLink };
}
