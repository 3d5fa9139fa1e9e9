import { isAdmin } from '@tribehall/contract/roles';
import { usePowers } from '../../../features/moderators/use-powers.ts';
import { useChangeArk } from '../../../features/users/users.mutations.ts';
import { useMe } from '../../../features/users/users.queries.ts';
import type { Viewer } from '../../../lib/servers/viewer.ts';

type Link = { playerId: string; isAdmin: boolean };

type ServerViewer = { viewer: Required<Viewer>; setLink: (link: Link | undefined) => void; setControl: () => void };

/** The user's rights on a server, and how to update them after linking a character or proving control. */
export function useServerViewer(serverId: string): ServerViewer {
  const me = useMe();
  const changeArk = useChangeArk();
  const powers = usePowers().onServer(serverId);
  const linked = me?.ark.linkedPlayers.find((link) => link.serverId === serverId);
  const hasControl = me?.ark.controlledServers.includes(serverId) === true;
  const isServerAdmin = isAdmin(me?.roles ?? []) || linked?.isAdmin === true || hasControl;
  const setLink = (link: Link | undefined) =>
    changeArk((ark) => {
      const others = ark.linkedPlayers.filter((other) => other.serverId !== serverId);
      return { ...ark, linkedPlayers: link === undefined ? others : [...others, { serverId, ...link }] };
    });
  const setControl = () =>
    changeArk((ark) => ({ ...ark, controlledServers: [...new Set([...ark.controlledServers, serverId])] }));
  const isServerPlayer = isServerAdmin || linked !== undefined;
  return { viewer: { playerId: linked?.playerId, isServerAdmin, isServerPlayer, powers }, setLink, setControl };
}
