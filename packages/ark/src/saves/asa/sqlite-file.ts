import type Libsql from 'libsql';
import { createRequire } from 'node:module';
import type Sqlite from 'node:sqlite';
import { SaveError } from '../save-error.ts';

/** A SQLite file, open read-only. */
export type SqliteFile = {
  first(sql: string, ...values: (string | number)[]): unknown;
  rows(sql: string): Iterator<unknown>;
  close(): void;
};

/** Opens it with the package libsql or, where that is not installed, with the SQLite of Node 22.13 and newer. */
export function openSqliteFile(file: string): SqliteFile {
  return openWithLibsql(file) ?? openWithNode(file) ?? refuse();
}

let missing: unknown;

function openWithLibsql(file: string): SqliteFile | undefined {
  const Database = loadLibsql();
  if (!Database) return undefined;
  const database = new Database(file, { readonly: true });
  return {
    first: (sql, ...values) => database.prepare(sql).get(values),
    rows: (sql) => database.prepare(sql).iterate()[Symbol.iterator](),
    close: () => void database.close(),
  };
}

/** The native package is only needed here: everything else works without it. */
function loadLibsql(): typeof Libsql | undefined {
  try {
    return createRequire(import.meta.url)('libsql') as typeof Libsql;
  } catch (error) {
    missing = error;
    return undefined;
  }
}

function openWithNode(file: string): SqliteFile | undefined {
  const sqlite = process.getBuiltinModule('node:sqlite') as typeof Sqlite | undefined;
  if (!sqlite) return undefined;
  const database = new sqlite.DatabaseSync(file, { readOnly: true });
  return {
    first: (sql, ...values) => database.prepare(sql).get(...values),
    rows: (sql) => database.prepare(sql).iterate(),
    close: () => database.close(),
  };
}

function refuse(): never {
  const reason = 'the package libsql, which reads saves of Survival Ascended, is not installed';
  throw new SaveError('file', reason, { cause: missing });
}
