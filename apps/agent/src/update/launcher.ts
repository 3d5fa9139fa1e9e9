import { type ChildProcess, spawn } from 'node:child_process';
import type { Log } from '../log/agent-log.ts';
import { agentVersion } from '../version.ts';
import {
  type Choice,
  type InstalledProgram,
  mainOf,
  readChoice,
  removeOldPrograms,
  writeChoice,
} from './chosen-program.ts';

/** With this code a launched program asks for its successor. */
const updateExitCode = 75;
const launchedVariable = 'TRIBEHALL_AGENT_LAUNCHED';

export type RunOutcome = 'stopped' | 'updated';

type Options = {
  stateDir: string;
  /** Arguments that run the agent with this configuration. */
  args: readonly string[];
  /** Runs the agent in this process. */
  runHere(): Promise<RunOutcome>;
  log(): Pick<Log, 'info' | 'warn'>;
  trialMs?: number | undefined;
};

/** An update has to connect to the portal within this time. */
const defaultTrialMs = 120_000;
const stopMs = 15_000;

/**
 * Runs the agent and hands over to updates. Their programs run as a child: so an update needs no service manager, and the
 * program that was started is still there if an update does not work. Returns the exit code.
 */
export async function launch(options: Options): Promise<number> {
  if (isLaunched()) return (await options.runHere()) === 'updated' ? updateExitCode : 0;
  for (;;) {
    const choice = takeChoice(options);
    if (choice === undefined) {
      if ((await options.runHere()) === 'stopped') return 0;
      continue;
    }
    const end = await runProgram(choice, options);
    if (end === 'failed') revert(choice, options);
    else if (end !== 'updated') return end;
  }
}

export function isLaunched(): boolean {
  return process.env[launchedVariable] === '1';
}

/** Reports to the launcher that this program has connected to the portal. */
export function reportConnected(): void {
  if (isLaunched()) process.send?.({ type: 'connected' });
}

/** Where someone has installed another version meanwhile, that one counts. */
function takeChoice({ stateDir, log }: Options): Choice | undefined {
  const choice = readChoice(stateDir);
  if (choice === undefined) return undefined;
  if (choice.launchedBy !== undefined && choice.launchedBy !== agentVersion) {
    log().info(`Agent ${agentVersion} was installed since the last update, so it runs instead of it.`);
    writeChoice(stateDir, undefined);
    return undefined;
  }
  const taken = { ...choice, launchedBy: agentVersion };
  writeChoice(stateDir, taken);
  return taken;
}

function revert({ program, previous }: Choice, { stateDir, log }: Options): void {
  log().warn(
    `The update to ${program.version} did not connect to the portal. Agent ${previous?.version ?? agentVersion} runs again.`,
  );
  writeChoice(stateDir, previous && { program: previous, isProven: true, launchedBy: agentVersion });
}

/** Returns the exit code of a program that ended for reasons of its own. */
async function runProgram(choice: Choice, options: Options): Promise<number | 'updated' | 'failed'> {
  const { stateDir, args, log } = options;
  let isProven = choice.isProven;
  let isStopping = false;
  let isTooLate = false;
  const child = spawnProgram(choice.program, args);
  const trial = setTimeout(() => {
    isTooLate = !isProven;
    if (isTooLate) child.kill('SIGKILL');
  }, options.trialMs ?? defaultTrialMs);
  child.on('message', (message) => {
    if ((message as { type?: unknown }).type !== 'connected') process.send?.(message);
    else if (!isProven) {
      isProven = true;
      writeChoice(stateDir, { ...choice, isProven });
      removeOldPrograms(stateDir);
      log().info(`Updated to agent ${choice.program.version}.`);
    }
  });
  const stop = () => {
    isStopping = true;
    // Windows has no signal that a program could handle; the end of the channel is one.
    if (child.connected) child.disconnect();
    if (process.platform === 'win32') setTimeout(() => child.kill(), stopMs).unref();
    else child.kill('SIGTERM');
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  process.on('disconnect', stop);
  const code = await exitOf(child);
  clearTimeout(trial);
  for (const signal of signals) process.off(signal, stop);
  process.off('disconnect', stop);
  if (isStopping && !isTooLate) return code ?? 1;
  if (!isProven) return 'failed';
  return code === updateExitCode ? 'updated' : (code ?? 1);
}

function spawnProgram(program: InstalledProgram, args: readonly string[]): ChildProcess {
  const { packages } = program;
  const NODE_PATH = [packages, process.env['NODE_PATH']].filter(Boolean).join(process.platform === 'win32' ? ';' : ':');
  return spawn(process.execPath, [mainOf(program), ...args], {
    env: { ...process.env, [launchedVariable]: '1', ...(NODE_PATH !== '' && { NODE_PATH }) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.once('error', () => resolve(1));
  });
}
