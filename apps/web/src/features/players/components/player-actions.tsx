import { useState } from 'react';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import type { PlayerAction, refusalOf } from '../player-actions.ts';
import { useLiftBan } from '../players.mutations.ts';
import { PlayerActionButtons } from './player-action-buttons.tsx';

const dialogs = {
  kill: lazyPart(() => import('./player-kill-dialog.tsx').then((module) => module.PlayerKillDialog)),
  ban: lazyPart(() => import('./player-ban-dialog.tsx').then((module) => module.PlayerBanDialog)),
  console: lazyPart(() => import('./player-console-dialog.tsx').then((module) => module.PlayerConsoleDialog)),
};

type Situation = Parameters<typeof refusalOf>[1];

type Props = {
  player: { id: string; name: string };
  situation: Situation & { server: { id: string; name: string } };
  onMail: () => void;
  onSanction?: (() => void) | undefined;
  /** Those that the user has no right to are left out, instead of refused. */
  isOnlyAllowed?: boolean;
};

/** What can be done to a player on one server, with the dialogs for it. */
export function PlayerActions({ player, situation, onMail, onSanction, isOnlyAllowed = false }: Props) {
  const { lift } = useLiftBan();
  const [open, setOpen] = useState<keyof typeof dialogs>();
  const { server, viewer } = situation;
  const target = { serverId: server.id, playerId: player.id, instigator: viewer.playerId };
  const Dialog = open === undefined ? undefined : dialogs[open];
  const act = (action: PlayerAction) => {
    if (action === 'mail') onMail();
    else if (action === 'unban') lift(target, player.name);
    else setOpen(action);
  };
  return (
    <>
      <PlayerActionButtons situation={situation} isOnlyAllowed={isOnlyAllowed} onAction={act} onSanction={onSanction} />
      {Dialog === undefined ? null : (
        <Dialog server={server} target={target} name={player.name} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
