import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { onFileFinished } from '../../testing/cleanup.ts';
import type { Connection } from './connection.ts';
import { databaseFolder, readRecord } from './database-record.ts';
import { type Engine, startEngine } from './engine.ts';
import { findEngineProcesses } from './engine-processes.ts';

/** A new data folder; after the file's last test it is removed with its database and processes. */
export async function makeDataDir(...below: string[]): Promise<string> {
  const top = await mkdtemp(join(tmpdir(), 'engine-trial-'));
  await chmod(top, 0o755);
  const dataDir = join(top, ...below, 'data');
  onFileFinished(async () => {
    const record = await readRecord(dataDir).catch(() => undefined);
    if (record) {
      const folder = databaseFolder(dataDir, record);
      for (const { pid } of await findEngineProcesses(folder)) process.kill(pid, 'SIGKILL');
      if (isAbsolute(record.folder)) await rm(folder, { recursive: true, force: true, maxRetries: 20 });
    }
    await rm(top, { recursive: true, force: true, maxRetries: 20 });
  });
  return dataDir;
}

export type Trial = Engine & { printed: string[]; logged: string[] };

export async function start(dataDir: string): Promise<Trial> {
  const printed: string[] = [];
  const logged: string[] = [];
  const capture = (...args: unknown[]): void => void logged.push(args.map(String).join(' '));
  const log = { info: capture, warn: capture, error: capture };
  const engine = await startEngine({ dataDir, print: (line) => printed.push(line), log });
  onTestFinished(engine.stop);
  return { ...engine, printed, logged };
}

export async function query(connection: Connection | undefined, sql: string): Promise<unknown[]> {
  const client = new Client({ ...connection });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
