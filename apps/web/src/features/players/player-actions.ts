import type { CommandName } from '@tribehall/contract';
import { whyNever, whyNot } from '../../lib/servers/capabilities.ts';
import { missingRight, type ServerRight, type Viewer } from '../../lib/servers/viewer.ts';
import type { Target } from './players.mutations.ts';

export type ServerAbility = Parameters<typeof whyNot>[0];
type Situation = { server: ServerAbility; viewer: Viewer; isOnline: boolean; isBanned: boolean };

type Action = {
  label: string;
  isDangerous?: boolean;
  right: ServerRight;
  command: CommandName;
  /** The portal stores it until the player and the server are online. */
  canWait?: boolean;
  needsOnline?: boolean;
};

export const playerActions = {
  mail: { label: 'Mail', right: 'serverMail', command: 'players.whisper', canWait: true },
  kill: { label: 'Kill', isDangerous: true, right: 'serverKick', command: 'players.kill', needsOnline: true },
  ban: { label: 'Ban', isDangerous: true, right: 'serverAdmin', command: 'players.ban' },
  unban: { label: 'Unban', right: 'serverAdmin', command: 'players.unban' },
  console: { label: 'Console command', right: 'serverConsole', command: 'players.console' },
} as const satisfies Record<string, Action>;

export type PlayerAction = keyof typeof playerActions;
const playerActionNames = Object.keys(playerActions) as PlayerAction[];

/** The actions for a player: a ban, or lifting it. */
export function actionsFor({ isBanned }: Pick<Situation, 'isBanned'>): PlayerAction[] {
  return playerActionNames.filter((name) => name !== (isBanned ? 'ban' : 'unban'));
}

/** Why an action is not possible now: a missing right first, then what the server lacks. */
export function refusalOf(name: PlayerAction, { server, viewer, isOnline }: Situation): string | undefined {
  const action: Action = playerActions[name];
  const ability = action.canWait === true ? whyNever : whyNot;
  const absence = action.needsOnline === true && !isOnline ? 'The player is not online.' : undefined;
  return missingRight(viewer, action.right) ?? ability(server, action.command) ?? absence;
}

/** Props of the dialogs for player actions. */
export type PlayerDialogProps = {
  server: { name: string };
  target: Target;
  name: string;
  onClose: () => void;
};
