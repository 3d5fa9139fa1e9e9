#!/usr/bin/env node
import { addServer } from './cli/add.ts';
import { helpText, type Invocation, parseArguments, UsageError } from './cli/arguments.ts';
import { checkAll } from './cli/check.ts';
import { readFile } from './cli/read.ts';
import { runAgent, type RunningAgent } from './cli/run.ts';
import { ConfigError, configPaths, findConfig, readConfig } from './config/config.ts';
import { manageService } from './service/service.ts';
import { agentName, agentVersion } from './version.ts';

const stopMs = 10_000;

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
  const isExpected = error instanceof UsageError || error instanceof ConfigError;
  process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  if (error instanceof UsageError) process.stderr.write('Run tribehall-agent --help for usage.\n');
  process.exitCode = 1;
}

async function follow(invocation: Invocation, isBare: boolean): Promise<void> {
  if (invocation.command === 'help') return print(helpText);
  if (invocation.command === 'version') return print(`${agentName} ${agentVersion}`);
  if (invocation.command === 'add') {
    const added = await addServer(invocation.options, print);
    if (invocation.options.isRun) await run(await runAgent(readConfig(added), print, { isQuiet: false }));
    return;
  }
  if (invocation.command === 'read') {
    if (!(await readFile(invocation.file, invocation.isJson, print))) process.exitCode = 1;
    return;
  }
  const file = invocation.config ?? findConfig();
  if (invocation.command === 'service') {
    if (!manageService(invocation.options, file, print)) process.exitCode = 3;
    return;
  }
  if (file === undefined && isBare) return print(helpText);
  if (file === undefined) throw new ConfigError(`No configuration found: neither ${configPaths().join(' nor ')}.`);
  const config = readConfig(file, { portal: invocation.portal });
  if (invocation.command === 'run') return run(await runAgent(config, print, invocation));
  if (!(await checkAll(config, print))) process.exitCode = 1;
}

async function run(agent: RunningAgent): Promise<void> {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), stopMs).unref();
    void agent.stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // Exit with the parent: the IPC channel closes when it dies, however it dies.
  process.on('disconnect', stop);
  process.send?.({ type: 'ready' });
  await agent.finished;
  if (isStopping) return;
  agent.log.about('agent').warn('No servers remain; the agent is stopping.');
  stop();
}
