import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import type { Viewer } from '../../../lib/servers/viewer.ts';
import type { PlayerAction, ServerAbility } from '../player-actions.ts';
import { useLiftBan } from '../players.mutations.ts';
import { usePlayer } from '../players.queries.ts';
import type { CharacterLink as Link } from '../use-character-link.ts';
import { CharacterLink } from './character-link.tsx';
import { PlayerActionButtons } from './player-action-buttons.tsx';
import { PlayerDetails } from './player-details.tsx';

const dialogs = {
  kill: lazyPart(() => import('./player-kill-dialog.tsx').then((module) => module.PlayerKillDialog)),
  ban: lazyPart(() => import('./player-ban-dialog.tsx').then((module) => module.PlayerBanDialog)),
  console: lazyPart(() => import('./player-console-dialog.tsx').then((module) => module.PlayerConsoleDialog)),
};

type Props = {
  server: ServerAbility & { id: string; name: string };
  playerId: string;
  viewer: Viewer;
  onMail: (recipient: { playerId: string; name: string }) => void;
  onLinkChange: (link: Link | undefined) => void;
};

/** One player and the actions for them. */
export function PlayerPanel({ server, playerId, viewer, onMail, onLinkChange }: Props) {
  const { player, known, isOnline } = usePlayer(server.id, playerId);
  const { lift } = useLiftBan();
  const [open, setOpen] = useState<keyof typeof dialogs>();
  const name = player?.name ?? known?.name ?? playerId;
  const isBanned = known !== undefined && known.ban !== null;
  const Dialog = open === undefined ? undefined : dialogs[open];
  const target = { serverId: server.id, playerId, instigator: viewer.playerId };
  const act = (action: PlayerAction) => {
    if (action === 'mail') onMail({ playerId, name });
    else if (action === 'unban') lift(target, name);
    else setOpen(action);
  };
  return (
    <Stack gap="lg">
      <PlayerDetails playerId={playerId} player={player} known={known} isOnline={isOnline} />
      <PlayerActionButtons situation={{ server, viewer, isOnline, isBanned }} onAction={act} />
      {viewer.playerId === playerId ? <Text>This is your character.</Text> : null}
      <CharacterLink
        server={server}
        linkedId={viewer.playerId}
        player={player}
        label="This is me"
        isOffered={isOnline || viewer.playerId === playerId}
        onChange={onLinkChange}
      />
      {Dialog === undefined ? null : (
        <Dialog server={server} target={target} name={name} onClose={() => setOpen(undefined)} />
      )}
    </Stack>
  );
}
