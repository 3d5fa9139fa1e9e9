import { createHash } from 'node:crypto';
import path from 'node:path';
import { createRedactor } from '@tribehall/common/redactor';
import { createCommandContext } from './command-context.ts';
import { createCapabilityWatch, findCapabilities, runLogged } from './commands/registry.ts';
import type { ServerConfig } from './config/config.ts';
import { readGameUserSettings } from './config/game-user-settings.ts';
import { findRconPassword } from './config/rcon-password.ts';
import { startGameWatch, type GameWatch, type WatchTiming } from './watch/game-watch.ts';
import { gameTraits } from './games.ts';
import { createSemaphore, type Semaphore } from './semaphore.ts';
import { maintainConnection, type ConnectionOptions } from './connection/connection.ts';
import { createCommandDispatcher } from './commands/command-dispatcher.ts';
import { Outbox } from './outbox/outbox.ts';
import { connectionUrl } from './connection/portal-address.ts';
import { createReplyTimes, type ReplyTimes } from './connection/reply-times.ts';
import type { Greeting } from './connection/session.ts';
import { type Log, shareLog } from './log/agent-log.ts';
import { createLogRing, type LogRing } from './log/log-ring.ts';
import { findGameFiles } from './game-files.ts';
import { createRconAccess, type RconClient, type RconLimits } from './rcon/rcon-client.ts';
import type { ReaderLimits } from './saves/save-reading.ts';
import { openServerSaves, type SavesTiming, type ServerSaves } from './saves/server-saves.ts';
import { agentName, agentVersion } from './version.ts';
import { createGameLogLines } from './watch/log/game-log-lines.ts';
import { readLearned } from './watch/players/identity-notes.ts';
import { checkFolder } from './watch/folder-check.ts';
import { createSetupChecks, type SetupChecks, type SetupChecksTiming } from './watch/setup-checks.ts';
import { cleanText } from './clean-text.ts';
import type { CommandContext } from './commands/command.ts';

export type GameServerTiming = {
  watch?: WatchTiming;
  rcon?: Partial<RconLimits>;
  passwordAgainMs?: number;
  connection?: Pick<ConnectionOptions, 'timing' | 'backOff' | 'stableMs'>;
  saves?: Partial<SavesTiming>;
  checks?: Partial<SetupChecksTiming>;
  confirmation?: Partial<CommandContext['confirmation']>;
};

export type GameServerOptions = {
  config: ServerConfig;
  portal: string;
  stateDir: string;
  log: Log;
  /** Shared by all servers of this agent. */
  semaphore?: Semaphore | undefined;
  saveSemaphore?: Semaphore | undefined;
  saveReader?: Partial<ReaderLimits> | undefined;
  /** Updates that the portal asks for. */
  updates?: CommandContext['updates'] | undefined;
  /** Called after every hello that the portal has answered. */
  onConnected?: (() => void) | undefined;
  timing?: GameServerTiming | undefined;
};

export type GameServer = {
  /** Resolves when the portal has removed this server. */
  removed: Promise<void>;
  stop(): Promise<void>;
};

/** A local connection attempt costs nothing, and a game that is back should be noticed soon. */
const retryMs = [3_000, 5_000, 10_000, 20_000];

/** Starts one game server with RCON, watch, outbox and connection. */
export async function startGameServer(options: GameServerOptions): Promise<GameServer> {
  const { config, stateDir, timing } = options;
  const { host, port } = config.rcon;
  const redactor = createRedactor({ secrets: [config.token], now: () => performance.now() });
  const findPassword = () => {
    const password = findRconPassword(config);
    redactor.add(password);
    return password;
  };
  findPassword();
  const ring = createLogRing(redactor);
  const log = shareLog(options.log, ring);
  const state = path.join(stateDir, stateFolder(config.name));
  const outbox = await Outbox.open({ folder: state, log });
  const replyTimes = createReplyTimes();
  const rcon = createRconAccess({
    host,
    port,
    findPassword,
    isAsciiOnly: gameTraits[config.game].isAsciiOnly,
    limits: { retryMs, ...timing?.rcon },
    lookAgainMs: timing?.passwordAgainMs,
    onReply: replyTimes.add,
  });
  const close = async () => {
    await rcon.close();
    await outbox.close();
  };
  const saves = await openSaves(options, { log, state, outbox }).catch(async (error: unknown) => {
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
      lines: createGameLogLines(ring),
      redactor,
      timing: timing?.watch,
    });
    const savesFolder = await checkFolder(findGameFiles(config).saves);
    const { confirmation } = timing ?? {};
    const parts = { config, rcon, watch, outbox, log, saves, savesFolder, redactor, confirmation };
    const ctx = createCommandContext({ ...parts, updates: options.updates });
    const changed = new EventTarget();
    const checks = await createSetupChecks({
      config,
      rcon: () => rcon.state(),
      hasLog: watch.hasLog,
      onChange: () => changed.dispatchEvent(new Event('change')),
      timing: timing?.checks,
    });
    const connected = { ctx, watch, outbox, saves, rcon, ring, replyTimes, checks, changed };
    const connection = startConnection({ ...options, log }, connected);
    const stop = async () => {
      savesFolder.stop();
      await checks.stop();
      // The connection first, so that the portal sees a goodbye instead of silence.
      await connection.stop();
      await saves.stop();
      await watch.stop();
      await close();
    };
    return { removed: connection.removed, stop };
  } catch (error) {
    await saves.stop();
    await close();
    throw error;
  }
}

type SavesParts = { log: Log; state: string; outbox: Outbox };

function openSaves(options: GameServerOptions, { log, state, outbox }: SavesParts): Promise<ServerSaves> {
  const { config, saveSemaphore, saveReader, timing } = options;
  return openServerSaves({
    saves: findGameFiles(config).saves,
    map: config.map,
    stateFolder: path.join(state, 'saves'),
    learned: () => readLearned(outbox),
    log,
    semaphore: saveSemaphore ?? createSemaphore(1),
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
  replyTimes: ReplyTimes;
  checks: SetupChecks;
  /** Tells when the checks have changed. */
  changed: EventTarget;
};

function startConnection(
  { config, portal, log, semaphore, onConnected, timing }: GameServerOptions,
  { ctx, watch, outbox, saves, rcon, ring, replyTimes, checks, changed }: Parts,
) {
  const stopped = new AbortController();
  const capabilities = createCapabilityWatch(
    () => ({ ...findCapabilities(ctx), checks: checks.current() }),
    (draft) => outbox.append([draft]),
  );
  const stopListening = rcon.onState(() => capabilities.check());
  changed.addEventListener('change', () => capabilities.check());
  const finished = maintainConnection(
    {
      address: connectionUrl(portal),
      token: config.token,
      outbox,
      ring,
      replyTimes,
      saves,
      log,
      semaphore,
      greeting: () => ({ ...describeGame(config, watch), capabilities: capabilities.current() }),
      createDispatcher: () =>
        createCommandDispatcher({
          run: (...call) => runLogged(ctx, ...call),
          onFailure: (sentence) => log.error(sentence),
        }),
      onWelcome: () => {
        onConnected?.();
        for (const draft of [watch.state.describe(), watch.players.describe()]) {
          if (draft) outbox.appendUnlessWaiting(draft);
        }
        for (const draft of watch.lists.describe()) outbox.appendUnlessWaiting(draft, 'list');
      },
      ...timing?.connection,
    },
    stopped.signal,
  );
  return {
    removed: finished,
    async stop() {
      stopped.abort();
      stopListening();
      capabilities.stop();
      await finished;
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

function stateFolder(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 16);
}
