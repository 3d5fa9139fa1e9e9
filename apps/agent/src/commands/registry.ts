import type { Capabilities } from '@tribehall/contract/agent/agent.contract';
import { type CommandName, commandNames } from '@tribehall/contract/agent/commands';
import type { Draft } from '../outbox/draft.ts';
import { chatSay } from './chat.say.command.ts';
import { playersBan } from './players.ban.command.ts';
import { playersConsole } from './players.console.command.ts';
import { playersKill } from './players.kill.command.ts';
import { playersList } from './players.list.command.ts';
import { playersUnban } from './players.unban.command.ts';
import { playersWhisper } from './players.whisper.command.ts';
import { serverPing } from './server.ping.command.ts';
import { serverSaveWorld } from './server.save-world.command.ts';
import { serverShowCode } from './server.show-code.command.ts';
import type { Command, CommandContext, Order } from './command.ts';

const registry = {
  'server.ping': serverPing,
  'server.showCode': serverShowCode,
  'server.saveWorld': serverSaveWorld,
  'players.list': playersList,
  'players.whisper': playersWhisper,
  'players.kill': playersKill,
  'players.ban': playersBan,
  'players.unban': playersUnban,
  'players.console': playersConsole,
  'chat.say': chatSay,
} satisfies { [Name in CommandName]: Command<Name> };

/** `params` has been checked against the contract. */
export function runCommand(ctx: CommandContext, name: CommandName, params: unknown, order: Order): Promise<unknown> {
  const command: Command<CommandName> = registry[name];
  return command.run(ctx, params as never, order);
}

/** Whether a failure of this order is no news for the log. */
export function isRoutine(name: CommandName): boolean {
  const command: Pick<Command<CommandName>, 'isRoutine'> = registry[name];
  return command.isRoutine === true;
}

/** What this server can do now, and why not what it cannot. */
export function findCapabilities(ctx: CommandContext): Capabilities {
  const all = commandNames.map((command) => ({ command, reason: registry[command].whyNot(ctx) }));
  return {
    can: all.filter(({ reason }) => reason === undefined).map(({ command }) => command),
    cannot: all.flatMap(({ command, reason }) => (reason === undefined ? [] : { command, reason })),
  };
}

export type CapabilityWatch = {
  /** For a hello: after it the portal knows these. */
  current(): Capabilities;
  check(): void;
  stop(): void;
};

const defaultCheckMs = 10_000;

/** Tells the portal when the server can do more, or less, than it was told. */
export function createCapabilityWatch(
  find: () => Capabilities,
  tell: (draft: Draft) => void,
  checkMs = defaultCheckMs,
): CapabilityWatch {
  let told = '';
  const check = () => {
    const data = find();
    if (told === '' || JSON.stringify(data) === told) return;
    told = JSON.stringify(data);
    tell({ type: 'server.capabilities', data });
  };
  const timer = setInterval(check, checkMs);
  return {
    current() {
      const data = find();
      told = JSON.stringify(data);
      return data;
    },
    check,
    stop: () => clearInterval(timer),
  };
}
