import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError, type Config, type ServerConfig } from './config/config.ts';
import { startGameServer, type GameServerOptions } from './game-server.ts';
import { createSemaphore } from './semaphore.ts';
import { isUnencrypted } from './connection/portal-address.ts';
import type { AgentLog } from './log/agent-log.ts';

export type Agent = {
  /** Resolves when no server remains. */
  finished: Promise<void>;
  /** Starts, restarts and stops servers so that those of this configuration run; the others are not disturbed. */
  apply(config: Config): Promise<ConfigChange>;
  stop(): Promise<void>;
};

/** Names of servers. */
export type ConfigChange = { added: string[]; changed: string[]; removed: string[] };

type Running = { key: string; isOver: boolean; stopped: AbortController; over: Promise<void> };

type Options = { config: Config; log: AgentLog } & Pick<GameServerOptions, 'timing' | 'updates' | 'onConnected'>;

const restartMs = 30_000;
/** The portal allows ten unauthenticated connections per address. */
const greetingsAtOnce = 8;
/** The games on this machine need the CPU more. */
const savesAtOnce = 1;

/** Runs all servers of the configuration, isolated from each other. */
export function startAgent({ config, log, ...shared }: Options): Agent {
  const semaphore = createSemaphore(greetingsAtOnce);
  const saveSemaphore = createSemaphore(savesAtOnce);
  const running = new Map<string, Running>();
  let isChanging = true;
  let isStopped = false;
  const none = new AbortController();
  const finish = () => none.abort();
  const finishIfNoneRemain = () => {
    if (!isChanging && [...running.values()].every(({ isOver }) => isOver)) finish();
  };
  const begin = ({ portal, stateDir }: Config, server: ServerConfig) => {
    const stopped = new AbortController();
    // Many parts of a server listen to it: Node would warn of a leak.
    setMaxListeners(0, stopped.signal);
    const about = log.about(server.name);
    const options = { ...shared, config: server, portal, stateDir, log: about, semaphore, saveSemaphore };
    const entry: Running = { key: keyOf(portal, server), isOver: false, stopped, over: Promise.resolve() };
    entry.over = look(options, stopped.signal).then(() => {
      entry.isOver = true;
      finishIfNoneRemain();
    });
    running.set(server.name, entry);
  };
  const end = async (names: readonly string[]) => {
    const ending = names.flatMap((name) => running.get(name) ?? []);
    for (const { stopped } of ending) stopped.abort();
    await Promise.all(ending.map(({ over }) => over));
    for (const name of names) running.delete(name);
  };
  const apply = async (next: Config): Promise<ConfigChange> => {
    const wanted = new Map(next.servers.map((server) => [server.name, keyOf(next.portal, server)]));
    const known = new Map([...running].map(([name, { key }]) => [name, key]));
    const change = {
      added: [...wanted.keys()].filter((name) => !known.has(name)),
      changed: [...wanted.keys()].filter((name) => known.has(name) && known.get(name) !== wanted.get(name)),
      removed: [...known.keys()].filter((name) => !wanted.has(name)),
    };
    isChanging = true;
    hideSecrets(log, next);
    // Before others start: a renamed server has the token of its predecessor, a changed one its state folder.
    await end([...change.changed, ...change.removed]);
    const starting = new Set([...change.added, ...change.changed]);
    if (!isStopped) for (const server of next.servers) if (starting.has(server.name)) begin(next, server);
    isChanging = false;
    finishIfNoneRemain();
    return change;
  };
  hideSecrets(log, config);
  warnIfUnencrypted(log, config.portal);
  for (const server of config.servers) begin(config, server);
  isChanging = false;
  return {
    finished: aborted(none.signal),
    apply,
    async stop() {
      isStopped = true;
      await end([...running.keys()]);
      finish();
    },
  };
}

function hideSecrets(log: AgentLog, { servers }: Config): void {
  for (const { token, rcon } of servers) for (const secret of [token, rcon.password ?? '']) log.hide(secret);
}

function warnIfUnencrypted(log: AgentLog, portal: string): void {
  if (isUnencrypted(portal)) {
    log.about('agent').warn(`${portal} is not encrypted, so tokens can be intercepted. Use https.`);
  }
}

/** A server whose key changes has to be started again. */
function keyOf(portal: string, server: ServerConfig): string {
  return JSON.stringify([portal, server]);
}

/** Supervises one server until the agent stops or the portal removes the server. */
async function look(options: GameServerOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const server = await startGameServer(options);
      await Promise.race([server.removed, aborted(signal)]);
      await server.stop();
      return;
    } catch (error) {
      options.log.error(`${inWords(error)} Retrying in ${restartMs / 1_000} seconds.`);
      await wait(restartMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function inWords(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error ? `This server could not be started: ${error.message}.` : String(error);
}
