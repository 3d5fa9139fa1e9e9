import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startAgent, type Agent } from '../agent.ts';
import { ConfigError, type Config } from '../config/config.ts';
import { type AgentLog, createAgentLog, openLogFile } from '../log/agent-log.ts';
import { removeAbandonedChecks } from '../saves/check-folder.ts';
import { lockState, type StateLock } from '../state-lock.ts';
import { agentVersion } from '../version.ts';

const maxLockAttempts = 10;
const lockAgainMs = 500;

export type RunningAgent = Agent & { log: AgentLog };

/** Starts the agent, with an exclusive lock on its state folder. */
export async function runAgent(
  config: Config,
  print: (line: string) => void,
  options: { isQuiet: boolean },
): Promise<RunningAgent> {
  makeStateFolder(config.stateDir);
  const lock = await takeLock(config.stateDir);
  await removeAbandonedChecks(config.stateDir);
  const log = createAgentLog(print, openLogFile(path.join(config.stateDir, 'agent.log')), options);
  const count = config.servers.length;
  log
    .about('agent')
    .info(`Version ${agentVersion}, ${count} ${count === 1 ? 'server' : 'servers'}, portal ${config.portal}.`);
  const agent = startAgent({ config, log });
  return {
    log,
    finished: agent.finished,
    async stop() {
      await agent.stop();
      await lock.release();
    },
  };
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
async function takeLock(stateDir: string): Promise<StateLock> {
  for (let attempt = 0; attempt < maxLockAttempts; attempt += 1) {
    const lock = await lockState(stateDir);
    if (lock) return lock;
    await wait(lockAgainMs);
  }
  throw new ConfigError(
    `Another agent is already running with this configuration (${stateDir}). Stop it first, or restart it: it reads the configuration when it starts.`,
  );
}
