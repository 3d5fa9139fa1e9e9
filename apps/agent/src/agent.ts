import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError, type Config } from './config/config.ts';
import { startGameServer, type GameServerOptions, type GameServerTiming } from './game-server.ts';
import { createGate } from './semaphore.ts';
import { isExposed } from './connection/portal-address.ts';
import type { AgentLog } from './log/agent-log.ts';

export type Agent = {
  /** Resolves when no server is left to look after. */
  finished: Promise<void>;
  stop(): Promise<void>;
};

type Options = { config: Config; log: AgentLog; timing?: GameServerTiming | undefined };

const restartMs = 30_000;
/** The portal takes ten from one address. */
const greetingsAtOnce = 8;
/** The games on this machine need the processors more. */
const savesAtOnce = 1;

/** All servers of the configuration, each on its own: whatever happens to one is no matter of the others. */
export function startAgent({ config, log, timing }: Options): Agent {
  const stopped = new AbortController();
  const gate = createGate(greetingsAtOnce);
  const saveGate = createGate(savesAtOnce);
  for (const { token, rcon } of config.servers) for (const secret of [token, rcon.password ?? '']) log.hide(secret);
  if (isExposed(config.portal)) {
    log.about('agent').warn(`${config.portal} is not encrypted: whoever is on the way can read the tokens. Use https.`);
  }
  const finished = Promise.all(
    config.servers.map((server) => {
      const { portal, stateDir } = config;
      const about = log.about(server.name);
      return look({ config: server, portal, stateDir, log: about, gate, saveGate, timing }, stopped.signal);
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

/** Looks after one server until it is called off or the portal no longer wants it. */
async function look(options: GameServerOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const server = await startGameServer(options);
      await Promise.race([server.removed, aborted(signal)]);
      await server.stop();
      return;
    } catch (error) {
      options.log.error(`${inWords(error)} The agent tries again in ${restartMs / 1_000} seconds.`);
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
  return error instanceof Error ? `This server cannot be looked after: ${error.message}.` : String(error);
}
