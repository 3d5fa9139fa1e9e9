import type { Right, TopicName } from '@tribehall/contract';
import type { AgentEventType } from '@tribehall/contract/agent/agent.contract';
import type { PlayerList } from '@tribehall/contract/agent/player-lists';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Ctx, ModuleStates } from './context.ts';
import type { Topic } from './modules/events/topic.ts';
import type { AgentConnectionHooks, AgentEventHandler } from './modules/agents/agent-handlers.service.ts';
import type { AgentsOptions } from './modules/agents/agents.options.ts';
import type { ChatCommands } from './modules/chat/chat-commands.service.ts';
import type { RightCheck } from './modules/sessions/rights.service.ts';
import type { Credentials } from './modules/sessions/sessions.service.ts';
import type { Mount } from './mount.ts';
import type { Metric } from './platform/metrics/metric.ts';

type Stop = () => void | Promise<void>;

/** Background work that runs until it is stopped. The app is ready once `ready` resolves or rejects. */
export type Job = Stop | { ready?: Promise<void>; stop: Stop };

export type AppOptions = { agents?: Partial<AgentsOptions> };

/**
 * One noun of the portal. What a lower layer must not import is declared here by the module that owns it and collected
 * by the layer that runs it: `rights` by sessions, `topics` by events, agent events by agents.
 */
export type Module = {
  name: string;
  /** Creates `ctx.state.<name>`, once per process, before anything is opened. */
  state?: (config: Config, modules: readonly Module[]) => object;
  routes?: (mount: Mount, ctx: Ctx) => void;
  rights?: { [Name in Right]?: RightCheck };
  /** Authenticates others than sessions; collected by sessions. */
  credentials?: Credentials;
  topics?: { [Name in TopicName]?: Topic<Name> };
  agentEvents?: { [Type in AgentEventType]?: AgentEventHandler<Type> };
  agentConnections?: AgentConnectionHooks;
  /** In the transaction that removes a user; returns what is to be done after the commit. */
  onUserRemoval?: (ctx: Ctx, userId: string) => Promise<((ctx: Ctx) => Promise<void>) | undefined>;
  /** What players can write in the chat of the game, by its name without the exclamation mark; collected by chat. */
  chatCommands?: ChatCommands;
  /** After the commit. */
  onPlayersJoined?: (ctx: Ctx, serverId: string, playerIds: string[]) => Promise<void>;
  /** After a list of players of a game has been read, because it has changed. */
  onPlayerListRead?: { [List in PlayerList]?: (ctx: Ctx, serverId: string) => Promise<void> };
  /** What Prometheus reads of it; collected by metrics. */
  metrics?: (ctx: Ctx) => readonly Metric[];
  jobs?: ((ctx: Ctx, http: FastifyInstance, options: AppOptions) => Job)[];
  /** The jobs log as a part of their own, which can be filtered on the Logs page. */
  hasOwnLog?: boolean;
  /** Before or after the jobs of all other modules. */
  stops?: 'first' | 'last';
};

type Definition<Name extends string> = Omit<Module, 'name' | 'state'> & {
  name: Name;
} & (Name extends keyof ModuleStates
    ? { state: (config: Config, modules: readonly Module[]) => ModuleStates[Name] }
    : { state?: never });

export function defineModule<const Name extends string>(definition: Definition<Name>): Module {
  return definition;
}

/** The state of every module. */
export function createStates(config: Config, modules: readonly Module[]): ModuleStates {
  const states = modules.flatMap(({ name, state }) => (state ? [[name, state(config, modules)]] : []));
  return Object.fromEntries(states) as ModuleStates;
}

/** Merges one kind of declaration of all modules; each name has to be declared exactly once. */
export function collect<Entries extends object>(
  names: readonly (keyof Entries & string)[],
  declared: readonly ({ [Name in keyof Entries]?: Entries[Name] } | undefined)[],
): Entries {
  const merged = new Map<string, unknown>();
  for (const [name, entry] of declared.flatMap((entries) => Object.entries(entries ?? {}))) {
    if (merged.has(name)) throw new Error(`${name} is declared by two modules`);
    merged.set(name, entry);
  }
  const missing = names.filter((name) => !merged.has(name));
  if (missing.length > 0) throw new Error(`No module declares ${missing.join(', ')}`);
  return Object.fromEntries(merged) as Entries;
}
