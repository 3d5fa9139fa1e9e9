import type { CommandName, CommandParams } from '@tribehall/contract/commands';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { createCommandContext } from './command-context.ts';
import type { CommandContext } from './commands/command.ts';
import { findCapabilities, isRoutine, runCommand } from './commands/registry.ts';
import type { ServerConfig } from './config/config.ts';
import { readGameUserSettings } from './config/game-user-settings.ts';
import { findRconPassword } from './config/rcon-password.ts';
import { startGameWatch, type GameWatch, type WatchTiming } from './game-watch.ts';
import { gameTraits } from './games/games.ts';
import type { Gate } from './link/gate.ts';
import { keepLink, type LinkOptions } from './link/link.ts';
import { createOrderDesk, type Order } from './link/order-desk.ts';
import { Outbox } from './link/outbox.ts';
import { linkAddress } from './link/portal-address.ts';
import type { Greeting } from './link/session.ts';
import type { Log } from './log/agent-log.ts';
import { createSecrets } from './log/cut-secrets.ts';
import { createLogRing, type LogRing } from './log/log-ring.ts';
import { shareLog } from './log/shared-log.ts';
import { findPlaces } from './places.ts';
import { createRconAccess } from './rcon-access.ts';
import type { RconClient, RconLimits } from './rcon/rcon-client.ts';
import { agentName, agentVersion } from './version.ts';
import { createCapabilityWatch } from './watch/capability-watch.ts';
import { createGameLines } from './watch/game-lines.ts';
import { checkFolder } from './watch/folder-check.ts';
import { cleanText } from './clean-text.ts';

export type GameServerTiming = {
  watch?: WatchTiming;
  rcon?: Partial<RconLimits>;
  passwordAgainMs?: number;
  link?: Pick<LinkOptions, 'timing' | 'backOff' | 'stableMs'>;
};

export type GameServerOptions = {
  config: ServerConfig;
  portal: string;
  stateDir: string;
  log: Log;
  /** Of all servers of this agent together. */
  gate?: Gate | undefined;
  timing?: GameServerTiming | undefined;
};

export type GameServer = {
  /** Resolves when the portal has removed this server. */
  removed: Promise<void>;
  stop(): Promise<void>;
};

/** On this machine a look at the port costs nothing, and a game that is back should be seen soon. */
const retryMs = [3_000, 5_000, 10_000, 20_000];

/** One game server with everything that belongs to it: RCON, watch, events, link. */
export async function startGameServer(options: GameServerOptions): Promise<GameServer> {
  const { config, stateDir, timing } = options;
  const { host, port } = config.rcon;
  const secrets = createSecrets();
  secrets.add(config.token);
  const findPassword = () => {
    const password = findRconPassword(config);
    secrets.add(password);
    return password;
  };
  findPassword();
  const ring = createLogRing(secrets);
  const log = shareLog(options.log, ring);
  const outbox = await Outbox.open({ folder: path.join(stateDir, stateFolder(config.name)), log });
  const rcon = createRconAccess({
    host,
    port,
    findPassword,
    isAsciiOnly: gameTraits[config.game].isAsciiOnly,
    limits: { retryMs, ...timing?.rcon },
    lookAgainMs: timing?.passwordAgainMs,
  });
  try {
    const watch = await startGameWatch({
      config,
      rcon,
      outbox,
      log,
      lines: createGameLines(ring),
      timing: timing?.watch,
    });
    const saves = await checkFolder(findPlaces(config).saves);
    const ctx = createCommandContext({ config, rcon, watch, outbox, log, saves, secrets });
    const link = startLink({ ...options, log }, { ctx, watch, outbox, rcon, ring });
    const stop = async () => {
      saves.stop();
      // First the link, so that the portal sees a goodbye and not a silence.
      await link.stop();
      await watch.stop();
      await rcon.close();
      await outbox.close();
    };
    return { removed: link.removed, stop };
  } catch (error) {
    await rcon.close();
    await outbox.close();
    throw error;
  }
}

type Parts = { ctx: CommandContext; watch: GameWatch; outbox: Outbox; rcon: RconClient; ring: LogRing };

function startLink(
  { config, portal, log, gate, timing }: GameServerOptions,
  { ctx, watch, outbox, rcon, ring }: Parts,
) {
  const stopped = new AbortController();
  const capabilities = createCapabilityWatch(
    () => findCapabilities(ctx),
    (draft) => outbox.append([draft]),
  );
  const stopListening = rcon.onState(() => capabilities.check());
  const carryOut = (name: CommandName, params: unknown, order: Order) => runLogged(ctx, name, params, order);
  const kept = keepLink(
    {
      address: linkAddress(portal),
      token: config.token,
      outbox,
      ring,
      log,
      gate,
      greeting: () => ({ ...describeGame(config, watch), capabilities: capabilities.current() }),
      orderDesk: () => createOrderDesk({ carryOut, onFailure: (sentence) => log.error(sentence) }),
      onWelcome: () => {
        for (const draft of [watch.state.describe(), watch.players.describe()]) {
          if (draft) outbox.appendUnlessWaiting(draft);
        }
      },
      ...timing?.link,
    },
    stopped.signal,
  );
  return {
    removed: kept,
    async stop() {
      stopped.abort();
      stopListening();
      capabilities.stop();
      await kept;
    },
  };
}

function describeGame(config: ServerConfig, watch: GameWatch): Omit<Greeting, 'capabilities'> {
  const { game, folder } = config;
  const { map = null, version = null } = watch.state.facts();
  const session = folder === undefined ? undefined : readGameUserSettings(folder, gameTraits[game])?.sessionName;
  const name = session === undefined ? null : cleanText(session, 128);
  return { agent: { name: agentName, version: agentVersion }, game, name, map, version };
}

/** Orders about a player are told, and those that fail, if they are no routine; what was said or typed is not. */
async function runLogged(ctx: CommandContext, name: CommandName, params: unknown, order: Order): Promise<unknown> {
  const { playerId, instigator } = params as Partial<CommandParams<'players.kill'>>;
  const about = [name, playerId, instigator && `on behalf of ${instigator}`].filter(Boolean).join(' ');
  try {
    const result = await runCommand(ctx, name, params, order);
    const { outcome = 'done' } = (result ?? {}) as { outcome?: string };
    if (playerId !== undefined) ctx.log.info(`${about}: ${outcome}.`);
    return result;
  } catch (error) {
    if (!isRoutine(name)) ctx.log.warn(`${about}: ${error instanceof Error ? error.message : String(error)}`);
    throw error;
  }
}

function stateFolder(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 16);
}
