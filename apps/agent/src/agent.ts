import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError, type Config } from './config/config.ts';
import { startGameServer, type GameServerOptions, type GameServerTiming } from './game-server.ts';
import { createSemaphore } from './semaphore.ts';
import { isUnencrypted } from './connection/portal-address.ts';
import type { AgentLog } from './log/agent-log.ts';

export type Agent = {
  /** Resolves when no server remains. */
  finished: Promise<void>;
  stop(): Promise<void>;
};

type Options = { config: Config; log: AgentLog; timing?: GameServerTiming | undefined };

const restartMs = 30_000;
/** The portal allows ten unauthenticated connections per address. */
const greetingsAtOnce = 8;
/** The games on this machine need the CPU more. */
const savesAtOnce = 1;

/** Runs all servers of the configuration, isolated from each other. */
export function startAgent({ config, log, timing }: Options): Agent {
  const stopped = new AbortController();
  // Every server listens to it, and there may be 200: Node would warn of a leak.
  setMaxListeners(0, stopped.signal);
  const semaphore = createSemaphore(greetingsAtOnce);
  const saveSemaphore = createSemaphore(savesAtOnce);
  for (const { token, rcon } of config.servers) for (const secret of [token, rcon.password ?? '']) log.hide(secret);
  if (isUnencrypted(config.portal)) {
    log.about('agent').warn(`${config.portal} is not encrypted, so tokens can be intercepted. Use https.`);
  }
  const finished = Promise.all(
    config.servers.map((server) => {
      const { portal, stateDir } = config;
      const about = log.about(server.name);
      return look({ config: server, portal, stateDir, log: about, semaphore, saveSemaphore, timing }, stopped.signal);
    }),
  );
  return {
    finished: finished.then(() => undefined),
    async stop() {
      stopped.abort();
      await finished;
    },
  };
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
