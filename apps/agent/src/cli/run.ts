import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startAgent, type Agent } from '../agent.ts';
import { ConfigError, type Config, readConfig } from '../config/config.ts';
import { type ConfigStatus, watchConfig } from '../config/config-watch.ts';
import { type AgentLog, createAgentLog, type Log, openLogFile } from '../log/agent-log.ts';
import { removeAbandonedChecks } from '../saves/check-folder.ts';
import { lockState, type StateLock } from '../state-lock.ts';
import { agentVersion } from '../version.ts';

const maxLockAttempts = 10;
const lockAgainMs = 500;

export type RunningAgent = Pick<Agent, 'finished' | 'stop'> & { log: AgentLog };

type Options = { isQuiet: boolean; portal?: string | undefined };

/** Starts the agent, with an exclusive lock on its state folder. It follows changes of the configuration. */
export async function runAgent(config: Config, print: (line: string) => void, options: Options): Promise<RunningAgent> {
  makeStateFolder(config.stateDir);
  let configStatus = (): ConfigStatus => ({});
  const lock = await takeLock(config.stateDir, () => JSON.stringify({ config: configStatus() }));
  await removeAbandonedChecks(config.stateDir);
  const log = createAgentLog(print, openLogFile(path.join(config.stateDir, 'agent.log')), options);
  const count = config.servers.length;
  log
    .about('agent')
    .info(`Version ${agentVersion}, ${count} ${count === 1 ? 'server' : 'servers'}, portal ${config.portal}.`);
  const agent = startAgent({ config, log });
  const watch = watchConfig({
    file: config.file,
    read: () => readConfig(config.file, { portal: options.portal }),
    apply: async (next) => applyConfig(agent, log.about('agent'), config, next),
    log: log.about('agent'),
  });
  configStatus = watch.status;
  return {
    log,
    finished: agent.finished,
    async stop() {
      await watch.stop();
      await agent.stop();
      await lock.release();
    },
  };
}

async function applyConfig(agent: Agent, log: Log, { file, stateDir }: Config, next: Config): Promise<void> {
  if (next.stateDir !== stateDir) {
    throw new ConfigError(`${file}: the agent has to be restarted for another "stateDir".`);
  }
  const change = await agent.apply(next);
  const words = Object.entries(change).flatMap(([what, names]) =>
    names.length > 0 ? `${what}: ${names.join(', ')}` : [],
  );
  if (words.length > 0) log.info(`The configuration has changed. Servers ${words.join('; ')}.`);
}

function makeStateFolder(stateDir: string): void {
  try {
    fs.mkdirSync(stateDir, { recursive: true, mode: 0o700 });
    fs.accessSync(stateDir, fs.constants.W_OK);
  } catch (error) {
    throw new ConfigError(
      `The agent cannot write to ${stateDir}: ${(error as Error).message}. Set "stateDir" to use another folder.`,
      { cause: error },
    );
  }
}

/** The previous agent may still be stopping. */
async function takeLock(stateDir: string, describe: () => string): Promise<StateLock> {
  for (let attempt = 0; attempt < maxLockAttempts; attempt += 1) {
    const lock = await lockState(stateDir, describe);
    if (lock) return lock;
    await wait(lockAgainMs);
  }
  throw new ConfigError(
    `Another agent is already running with this configuration (${stateDir}). It uses changes of the configuration without a restart.`,
  );
}
