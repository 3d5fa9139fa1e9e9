import { constants } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { openDb, type DbConnection } from '../../db/db.ts';
import { createContext } from '../../portal.ts';

// A portal that kills itself before the operation with this number. All operations that change a file, a folder or a row
// are counted.
type Options = { connection: DbConnection; settings: Record<string, string>; at: number; isArmed: boolean };
type Method = (this: object, ...args: unknown[]) => unknown;

const { connection, settings, at, isArmed } = JSON.parse(process.argv[2] ?? '') as Options;
const print = (line: string) => void process.stdout.write(`${line}\n`);
let counted = -Infinity;

/** If armed from the start, counts from the first file on: the rest of the portal's start is not part of the test. */
function count(operation: string, path = ''): void {
  if (isArmed && counted < 0 && path !== '') counted = 0;
  if (counted === at) process.kill(process.pid, 'SIGKILL');
  if (counted >= 0) print(`did ${operation} ${path.replaceAll(settings['DATA_DIR'] ?? '', '')}`);
  counted += 1;
}

const paths = new WeakMap<object, string>();
const original = { ...fs };
const counting = (name: 'rename' | 'rm' | 'mkdir' | 'copyFile') => ({
  [name]: (...args: unknown[]) => {
    count(name, args.filter((arg) => typeof arg === 'string').join(' '));
    return (original[name] as Method).apply(fs, args);
  },
});
Object.assign(fs, counting('rename'), counting('rm'), counting('mkdir'), counting('copyFile'), {
  open: async (path: string, flags: string | number = 'r', mode?: number): Promise<FileHandle> => {
    if (typeof flags === 'number' && flags & constants.O_CREAT) count('create', path);
    const handle = await original.open(path, flags, mode);
    paths.set(handle, path);
    return handle;
  },
});
syncBuiltinESMExports();

function countMethod(
  prototype: Record<string, Method>,
  name: string,
  look: (self: object, args: unknown[]) => void,
): void {
  const method = prototype[name];
  prototype[name] = function (...args) {
    look(this, args);
    return method?.apply(this, args);
  };
}

const probe = await original.open(tmpdir());
const handles = Object.getPrototypeOf(probe) as Record<string, Method>;
await probe.close();
for (const name of ['sync', 'datasync', 'writev'])
  countMethod(handles, name, (handle) => count(name, paths.get(handle)));

// In a transaction only its commit changes anything.
const inTransaction = new WeakSet();
countMethod(pg.Client.prototype as unknown as Record<string, Method>, 'query', (client, [query]) => {
  const text = typeof query === 'string' ? query : String((query as { text?: string }).text);
  const [word = ''] = /^\w+/.exec(text) ?? [];
  if (word === 'begin') inTransaction.add(client);
  if (word === 'commit' || (/^(insert|update|delete)$/.test(word) && !inTransaction.has(client))) count(word);
  if (word === 'commit' || word === 'rollback') inTransaction.delete(client);
});

const log = pino({ level: 'silent' });
const ctx = await createContext(readConfig(settings, '/nowhere'), openDb(connection, log, 4), log);
const { http } = buildApp(ctx, join(tmpdir(), 'nowhere'));
const url = await http.listen({ port: 0, host: '127.0.0.1' });
process.on('message', () => {
  counted = 0;
  process.send?.('armed');
});
print(`ready ${url}`);
