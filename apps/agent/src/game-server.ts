import type { CommandName, CommandParams } from '@tribehall/contract/agent/commands';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { createCommandContext } from './command-context.ts';
import { createCapabilityWatch, findCapabilities, isRoutine, runCommand } from './commands/registry.ts';
import type { ServerConfig } from './config/config.ts';
import { readGameUserSettings } from './config/game-user-settings.ts';
import { findRconPassword } from './config/rcon-password.ts';
import { startGameWatch, type GameWatch, type WatchTiming } from './watch/game-watch.ts';
import { gameTraits } from './games.ts';
import { createGate, type Gate } from './semaphore.ts';
import { keepLink, type LinkOptions } from './connection/connection.ts';
import { createOrderDesk } from './commands/command-dispatcher.ts';
import { Outbox } from './outbox/outbox.ts';
import { linkAddress } from './connection/portal-address.ts';
import type { Greeting } from './connection/session.ts';
import { type Log, shareLog } from './log/agent-log.ts';
import { createSecrets } from './log/redactor.ts';
import { createLogRing, type LogRing } from './log/log-ring.ts';
import { findPlaces } from './game-files.ts';
import { createRconAccess } from './rcon/rcon-access.ts';
import type { RconClient, RconLimits } from './rcon/rcon-client.ts';
import type { ReaderLimits } from './saves/save-reading.ts';
import { openServerSaves, type SavesTiming, type ServerSaves } from './saves/server-saves.ts';
import { agentName, agentVersion } from './version.ts';
import { createGameLines } from './watch/log/game-log-lines.ts';
import { checkFolder } from './watch/folder-check.ts';
import { cleanText } from './clean-text.ts';
import type { CommandContext, Order } from './commands/command.ts';

export type GameServerTiming = {
  watch?: WatchTiming;
  rcon?: Partial<RconLimits>;
  passwordAgainMs?: number;
  link?: Pick<LinkOptions, 'timing' | 'backOff' | 'stableMs'>;
  saves?: Partial<SavesTiming>;
};

export type GameServerOptions = {
  config: ServerConfig;
  portal: string;
  stateDir: string;
  log: Log;
  /** Of all servers of this agent together. */
  gate?: Gate | undefined;
  saveGate?: Gate | undefined;
  saveReader?: Partial<ReaderLimits> | undefined;
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
  const state = path.join(stateDir, stateFolder(config.name));
  const outbox = await Outbox.open({ folder: state, log });
  const rcon = createRconAccess({
    host,
    port,
    findPassword,
    isAsciiOnly: gameTraits[config.game].isAsciiOnly,
    limits: { retryMs, ...timing?.rcon },
    lookAgainMs: timing?.passwordAgainMs,
  });
  const close = async () => {
    await rcon.close();
    await outbox.close();
  };
  const saves = await openSaves(options, { log, state }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  try {
    const watch = await startGameWatch({
      config,
      rcon,
      outbox,
      saves,
      log,
      lines: createGameLines(ring),
      timing: timing?.watch,
    });
    const savesFolder = await checkFolder(findPlaces(config).saves);
    const ctx = createCommandContext({ config, rcon, watch, outbox, log, saves, savesFolder, secrets });
    const link = startLink({ ...options, log }, { ctx, watch, outbox, saves, rcon, ring });
    const stop = async () => {
      savesFolder.stop();
      // First the link, so that the portal sees a goodbye and not a silence.
      await link.stop();
      await saves.stop();
      await watch.stop();
      await close();
    };
    return { removed: link.removed, stop };
  } catch (error) {
    await saves.stop();
    await close();
    throw error;
  }
}

function openSaves(options: GameServerOptions, { log, state }: { log: Log; state: string }): Promise<ServerSaves> {
  const { config, saveGate, saveReader, timing } = options;
  return openServerSaves({
    saves: findPlaces(config).saves,
    map: config.map,
    stateFolder: path.join(state, 'saves'),
    log,
    gate: saveGate ?? createGate(1),
    timing: timing?.saves,
    reader: saveReader,
  });
}

type Parts = {
  ctx: CommandContext;
  watch: GameWatch;
  outbox: Outbox;
  saves: ServerSaves;
  rcon: RconClient;
  ring: LogRing;
};

function startLink(
  { config, portal, log, gate, timing }: GameServerOptions,
  { ctx, watch, outbox, saves, rcon, ring }: Parts,
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
      saves,
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
