import { startEngine } from './engine.ts';

// A portal reduced to its database, as a process of its own that tests can kill and run as another user.
const [dataDir = ''] = process.argv.slice(2);
const ignore = (): void => undefined;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

print('begin');
const engine = await startEngine({
  dataDir,
  print,
  log: { info: ignore, warn: ignore, error: ignore },
});
process.once('SIGTERM', () => void engine.stop());
print('ready');
