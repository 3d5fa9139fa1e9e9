#!/usr/bin/env node
import { addServer } from './cli/add.ts';
import { helpText, type Invocation, parseArguments, UsageError } from './cli/arguments.ts';
import { checkAll } from './cli/check.ts';
import { readFile } from './cli/read.ts';
import { runAgent, type RunningAgent } from './cli/run.ts';
import { ConfigError, configPlaces, findConfig, readConfig } from './config/config.ts';
import { agentName, agentVersion } from './version.ts';

const stopMs = 10_000;

// Whatever the agent writes is for its own user alone.
process.umask(0o077);
// A reader that goes away (`| head`, a closed terminal) must not take the agent with it.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);
const say = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const argv = process.argv.slice(2);
  await follow(parseArguments(argv), argv.length === 0);
} catch (error) {
  const isExpected = error instanceof UsageError || error instanceof ConfigError;
  process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  if (error instanceof UsageError) process.stderr.write('tribehall-agent --help says more.\n');
  process.exitCode = 1;
}

async function follow(invocation: Invocation, isBare: boolean): Promise<void> {
  if (invocation.command === 'help') return say(helpText);
  if (invocation.command === 'version') return say(`${agentName} ${agentVersion}`);
  if (invocation.command === 'add') return addServer(invocation.options, say);
  if (invocation.command === 'read') {
    if (!(await readFile(invocation.file, invocation.isJson, say))) process.exitCode = 1;
    return;
  }
  const file = invocation.config ?? findConfig();
  if (file === undefined && isBare) return say(helpText);
  if (file === undefined) throw new ConfigError(`There is no configuration: neither ${configPlaces().join(' nor ')}.`);
  const config = readConfig(file, { portal: invocation.portal });
  if (invocation.command === 'run') return run(await runAgent(config, say, invocation));
  if (!(await checkAll(config, say))) process.exitCode = 1;
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
  // The channel to the program that started this one: when that dies, however it dies, this one goes too.
  process.on('disconnect', stop);
  process.send?.({ type: 'ready' });
  await agent.finished;
  if (isStopping) return;
  agent.log.about('agent').warn('No server is left to look after; the agent ends.');
  stop();
}
