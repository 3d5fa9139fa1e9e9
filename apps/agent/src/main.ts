#!/usr/bin/env node
import { once } from 'node:events';
import { addServer } from './cli/add.ts';
import { helpText, type Invocation, parseArguments, UsageError } from './cli/arguments.ts';
import { checkAll } from './cli/check.ts';
import { readFile } from './cli/read.ts';
import { openAgentLog, runAgent, type RunningAgent } from './cli/run.ts';
import { updateAgent } from './cli/update.ts';
import { manageWindowsService } from './cli/windows-service.ts';
import { type Config, ConfigError, configPaths, findConfig, readConfig } from './config/config.ts';
import { manageService } from './service/service.ts';
import { UpdateError } from './update/agent-package.ts';
import { launch, type RunOutcome } from './update/launcher.ts';
import { agentName, agentVersion } from './version.ts';

const stopMs = 10_000;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

// Files of the agent are private to its user.
process.umask(0o077);
// A closed pipe or terminal (`| head`) must not end the agent.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);
const print = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const argv = process.argv.slice(2);
  await follow(parseArguments(argv), argv.length === 0);
} catch (error) {
  const isExpected = [UsageError, ConfigError, UpdateError].some((kind) => error instanceof kind);
  process.stderr.write(`${error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)}\n`);
  if (error instanceof UsageError) process.stderr.write('Run tribehall-agent --help for usage.\n');
  process.exitCode = 1;
}

async function follow(invocation: Invocation, isBare: boolean): Promise<void> {
  if (invocation.command === 'help') return print(helpText);
  if (invocation.command === 'version') return print(`${agentName} ${agentVersion}`);
  if (invocation.command === 'add') {
    const { file, isRunning } = await addServer(invocation.options, print);
    if (invocation.options.isRun && !isRunning) await start(readConfig(file), { isQuiet: false });
    return;
  }
  if (invocation.command === 'read') {
    if (!(await readFile(invocation.file, invocation.isJson, print))) process.exitCode = 1;
    return;
  }
  const file = invocation.config ?? findConfig();
  if (invocation.command === 'service') {
    const manage = process.platform === 'win32' ? manageWindowsService : manageService;
    if (!(await manage(invocation.options, file, print))) process.exitCode = 3;
    return;
  }
  if (file === undefined && isBare) return print(helpText);
  if (file === undefined) throw new ConfigError(`No configuration found: neither ${configPaths().join(' nor ')}.`);
  const config = readConfig(file, { portal: invocation.portal });
  if (invocation.command === 'run') return start(config, invocation);
  if (invocation.command === 'update') return updateAgent(config, print);
  if (!(await checkAll(config, print))) process.exitCode = 1;
}

/** Runs the agent until it is stopped, and its updates after it. */
async function start(config: Config, { isQuiet, portal }: { isQuiet: boolean; portal?: string }): Promise<void> {
  const options = [...(portal === undefined ? [] : ['--portal', portal]), ...(isQuiet ? ['--quiet'] : [])];
  const code = await launch({
    stateDir: config.stateDir,
    args: ['run', '--config', config.file, ...options],
    log: () => openAgentLog(config.stateDir, print, { isQuiet }).about('agent'),
    runHere: async () => run(await runAgent(config, print, { isQuiet, portal })),
  });
  process.exit(code);
}

async function run(agent: RunningAgent): Promise<RunOutcome> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of signals) process.on(signal, stop);
  // Exit with the parent: the IPC channel closes when it dies, however it dies.
  process.on('disconnect', stop);
  process.send?.({ type: 'ready' });
  const stopped = once(stopping.signal, 'abort').then(() => 'stopped' as const);
  const reason = await Promise.race([stopped, agent.updated, agent.finished.then(() => 'finished' as const)]);
  if (reason === 'finished') agent.log.about('agent').warn('No servers remain; the agent is stopping.');
  if (reason === 'updated') agent.log.about('agent').info('Handing over to the update.');
  const limit = setTimeout(() => process.exit(1), stopMs);
  await agent.stop();
  clearTimeout(limit);
  for (const signal of signals) process.off(signal, stop);
  process.off('disconnect', stop);
  return reason === 'updated' && !stopping.signal.aborted ? 'updated' : 'stopped';
}
