import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../components/layout/lazy-part.tsx';
import { useMailLive } from '../../features/mail/mail.live.ts';
import { serverQuery } from '../../features/servers/servers.queries.ts';
import { SanctionPlayerDialog } from '../../pages/arkbot/sanction-player.dialog.tsx';

type Player = { id: string; name: string };

/** An action that asks before it acts. */
export type Task = {
  kind: 'mail' | 'kill' | 'ban' | 'sanction' | 'rename';
  server: { id: string; name: string };
  /** Whom it concerns, if not the server itself. */
  player?: Player;
  /** The user's character on the server. */
  instigator: string | undefined;
};

const playerDialogs = {
  kill: lazyPart(() =>
    import('../../features/players/components/player-kill-dialog.tsx').then((module) => module.PlayerKillDialog),
  ),
  ban: lazyPart(() =>
    import('../../features/players/components/player-ban-dialog.tsx').then((module) => module.PlayerBanDialog),
  ),
};
const MailDialog = lazyPart(() =>
  import('../../features/mail/components/mail-dialog.tsx').then((module) => module.MailDialog),
);
const RenameDialog = lazyPart(() =>
  import('../../features/servers/components/server-rename-dialog.tsx').then((module) => module.ServerRenameDialog),
);

type Props = { task: Task; onClose: () => void };
type PlayerProps = Props & { player: Player };

/** The dialogs of the pages of players and servers, over whichever page is open. */
export function TaskDialog({ task, onClose }: Props) {
  const { kind, server, player, instigator } = task;
  if (kind === 'rename') return <Rename task={task} onClose={onClose} />;
  if (player === undefined) return null;
  if (kind === 'mail') return <Mail task={task} player={player} onClose={onClose} />;
  if (kind === 'sanction') return <SanctionPlayerDialog player={player} serverId={server.id} onClose={onClose} />;
  const Dialog = playerDialogs[kind];
  const target = { serverId: server.id, playerId: player.id, instigator };
  return <Dialog server={server} target={target} name={player.name} onClose={onClose} />;
}

function Mail({ task: { server, instigator }, player, onClose }: PlayerProps) {
  useMailLive(server.id);
  const recipient = { serverId: server.id, playerId: player.id, name: player.name };
  return <MailDialog recipient={recipient} instigator={instigator} onClose={onClose} />;
}

function Rename({ task: { server }, onClose }: Props) {
  const { data } = useQuery(serverQuery(server.id));
  return data === undefined ? null : <RenameDialog server={data} onClose={onClose} />;
}
