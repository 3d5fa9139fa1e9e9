import type { Capabilities } from '@tribehall/contract/agent/agent.contract';
import { type CommandName, commandNames, type CommandParams, isModeration } from '@tribehall/contract/agent/commands';
import type { Draft } from '../outbox/draft.ts';
import { agentUpdate } from './agent.update.command.ts';
import { chatSay } from './chat.say.command.ts';
import { listsApply } from './lists.apply.command.ts';
import { listsRead } from './lists.read.command.ts';
import { playersBan } from './players.ban.command.ts';
import { playersConsole } from './players.console.command.ts';
import { playersKick } from './players.kick.command.ts';
import { playersKill } from './players.kill.command.ts';
import { playersList } from './players.list.command.ts';
import { playersUnban } from './players.unban.command.ts';
import { playersWhisper } from './players.whisper.command.ts';
import { serverBroadcast } from './server.broadcast.command.ts';
import { serverConsole } from './server.console.command.ts';
import { serverPing } from './server.ping.command.ts';
import { serverSaveWorld } from './server.save-world.command.ts';
import { serverShowCode } from './server.show-code.command.ts';
import type { Command, CommandContext, Execution } from './command.ts';

const registry = {
  'server.ping': serverPing,
  'server.showCode': serverShowCode,
  'server.saveWorld': serverSaveWorld,
  'players.list': playersList,
  'players.whisper': playersWhisper,
  'players.kill': playersKill,
  'players.ban': playersBan,
  'players.unban': playersUnban,
  'players.kick': playersKick,
  'players.console': playersConsole,
  'server.console': serverConsole,
  'server.broadcast': serverBroadcast,
  'lists.read': listsRead,
  'lists.apply': listsApply,
  'chat.say': chatSay,
  'agent.update': agentUpdate,
} satisfies { [Name in CommandName]: Command<Name> };

/** `params` has been checked against the contract. */
export function runCommand(
  ctx: CommandContext,
  name: CommandName,
  params: unknown,
  execution: Execution,
): Promise<unknown> {
  const command: Command<CommandName> = registry[name];
  return command.run(ctx, params as never, execution);
}

/** Logs commands about a player and moderation, and failures of all but routine ones; never what was said or typed. */
export async function runLogged(...call: Parameters<typeof runCommand>): Promise<unknown> {
  const [{ log }, name, params] = call;
  const { playerId, instigator } = params as Partial<CommandParams<'players.kill'>>;
  const about = [name, playerId, instigator && `on behalf of ${instigator}`].filter(Boolean).join(' ');
  try {
    const result = await runCommand(...call);
    const { outcome = 'done' } = (result ?? {}) as { outcome?: string };
    if (playerId !== undefined || isModeration(name)) log.info(`${about}: ${outcome}.`);
    return result;
  } catch (error) {
    const command: Pick<Command<CommandName>, 'isRoutine'> = registry[name];
    if (!command.isRoutine) log.warn(`${about}: ${error instanceof Error ? error.message : String(error)}`);
    throw error;
  }
}

/** What this server can do now, and why it cannot do the rest. */
export function findCapabilities(ctx: CommandContext): Capabilities {
  const all = commandNames.map((command) => ({ command, reason: registry[command].whyNot(ctx) }));
  return {
    can: all.filter(({ reason }) => reason === undefined).map(({ command }) => command),
    cannot: all.flatMap(({ command, reason }) => (reason === undefined ? [] : { command, reason })),
  };
}

type CapabilityWatch = {
  /** For the hello, which sends them. */
  current(): Capabilities;
  check(): void;
  stop(): void;
};

const defaultCheckMs = 10_000;

/** Emits an event when the capabilities differ from the last ones sent. */
export function createCapabilityWatch(
  find: () => Capabilities,
  emit: (draft: Draft) => void,
  checkMs = defaultCheckMs,
): CapabilityWatch {
  let lastSent = '';
  const check = () => {
    const data = find();
    if (lastSent === '' || JSON.stringify(data) === lastSent) return;
    lastSent = JSON.stringify(data);
    emit({ type: 'server.capabilities', data });
  };
  const timer = setInterval(check, checkMs);
  return {
    current() {
      const data = find();
      lastSent = JSON.stringify(data);
      return data;
    },
    check,
    stop: () => clearInterval(timer),
  };
}
