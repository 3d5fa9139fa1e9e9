import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startAgent, type Agent } from '../agent.ts';
import { ConfigError, type Config, readConfig } from '../config/config.ts';
import { type ConfigWatch, watchConfig } from '../config/config-watch.ts';
import { type AgentLog, createAgentLog, type Log, openLogFile } from '../log/agent-log.ts';
import { removeAbandonedChecks } from '../saves/check-folder.ts';
import { lockState, type StateLock } from '../state-lock.ts';
import { watchChoice } from '../update/chosen-program.ts';
import { reportConnected } from '../update/launcher.ts';
import { createUpdates } from '../update/updates.ts';
import { agentVersion } from '../version.ts';

const maxLockAttempts = 10;
const lockAgainMs = 500;

export type RunningAgent = Pick<Agent, 'finished' | 'stop'> & {
  log: AgentLog;
  /** Resolves when an update is installed that has to take over. */
  updated: Promise<'updated'>;
};

type Options = { isQuiet: boolean; portal?: string | undefined };

/** Starts the agent, with an exclusive lock on its state folder. It follows changes of the configuration. */
export async function runAgent(config: Config, print: (line: string) => void, options: Options): Promise<RunningAgent> {
  makeStateFolder(config.stateDir);
  const watches: ConfigWatch[] = [];
  const lock = await takeLock(config.stateDir, () => JSON.stringify({ config: watches[0]?.status() ?? {} }));
  await removeAbandonedChecks(config.stateDir);
  const log = openAgentLog(config.stateDir, print, options);
  const count = config.servers.length;
  log
    .about('agent')
    .info(`Version ${agentVersion}, ${count} ${count === 1 ? 'server' : 'servers'}, portal ${config.portal}.`);
  const updates = createUpdates(config, log.about('agent'));
  const agent = startAgent({ config, log, updates, onConnected: reportConnected });
  const watch = watchConfig({
    file: config.file,
    read: () => readConfig(config.file, { portal: options.portal }),
    apply: async (next) => {
      await applyConfig(agent, log.about('agent'), config, next);
      updates.apply(next);
    },
    log: log.about('agent'),
  });
  watches.push(watch);
  const installed = watchForUpdate(config.stateDir);
  return {
    log,
    finished: agent.finished,
    updated: installed.updated,
    async stop() {
      await installed.stop();
      await watch.stop();
      await agent.stop();
      await lock.release();
    },
  };
}

export function openAgentLog(stateDir: string, print: (line: string) => void, options: { isQuiet: boolean }): AgentLog {
  return createAgentLog(print, openLogFile(path.join(stateDir, 'agent.log')), options);
}

function watchForUpdate(stateDir: string): { updated: Promise<'updated'>; stop(): Promise<void> } {
  const found = new AbortController();
  const watch = watchChoice(stateDir, agentVersion, () => found.abort());
  return { updated: once(found.signal, 'abort').then(() => 'updated'), stop: () => watch.stop() };
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
