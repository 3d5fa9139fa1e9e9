import { SaveError } from '../save-error.ts';
import { viewOf } from '../byte-reader.ts';
import { cleanText } from '../saved-values.ts';
import { ObjectRow } from './object-row.ts';
import { PageFile } from './page-file.ts';
import { openSqliteFile, type SqliteFile } from './sqlite-file.ts';
import { TableRows } from './table-rows.ts';

/** The keys of table `custom` and their size limits: big worlds have 40 MB of coordinates and some kilobytes a player. */
const customBytes = {
  SaveHeader: 32 * 1024 * 1024,
  ActorTransforms: 96 * 1024 * 1024,
  ActorTransformsDelta: 32 * 1024 * 1024,
  GameModeCustomBytes: 96 * 1024 * 1024,
};
type CustomKey = keyof typeof customBytes;

export type SaveDatabase = {
  custom(key: CustomKey): Buffer | undefined;
  /** Each row is valid until the next one. */
  objects(): IterableIterator<ObjectRow>;
  close(): void;
};

const maxObjectBytes = 64 * 1024 * 1024;
const maxKeyBytes = 64;
/** Rows are fetched in batches of a hundred; bigger ones one by one, to bound memory. */
const maxBytesAtOnce = 256 * 1024;
/** The smallest object takes more than this. */
const minRowBytes = 16;
const maxReasonLength = 200;
const noBytes = Buffer.alloc(0);

const isBigSql = `typeof(value) = 'blob' and length(value) > ${maxBytesAtOnce} and length(value) <= ${maxObjectBytes}`;
const objectsSql = (
  bigId: string,
) => `select case when typeof(key) = 'blob' and length(key) <= ${maxKeyBytes} then key end as key,
  case when typeof(value) = 'blob' and length(value) <= ${maxBytesAtOnce} then value end as value,
  case when ${isBigSql} then ${bigId} end as bigId from game`;
const bigObjectSql = 'select value from game where rowid = ?';
/** Rows are looked up by rowid alone: any other search may scan the whole table each time. */
const tablePagesSql = `select (select count(*) from pragma_table_list where name = 'game' and schema = 'main' and wr = 0) = 1
  and (select count(*) from pragma_table_xinfo('game') where lower(name) = 'rowid') = 0 as hasRowId,
  (select cid from pragma_table_xinfo('game') where name = 'key') as keyAt,
  (select cid from pragma_table_xinfo('game') where name = 'value') as valueAt,
  (select rootpage from sqlite_master where type = 'table' and name = 'game') as rootPage`;
type TablePages = { hasRowId: number; keyAt: number; valueAt: number; rootPage: number };

// Text columns are never read: libsql aborts the process if one is not UTF-8.
const tableSql = "select count(*) as count from sqlite_master where type = 'table' and name = ? and rootpage > 0";
const columnsSql = "select count(*) as count from pragma_table_xinfo(?) where hidden = 0 and name in ('key', 'value')";
const customSizeSql = "select typeof(value) = 'blob' as isBlob, length(value) as size from custom where key = ?";

/** Opens the SQLite file of an Ascended world read-only. */
export function openSaveDatabase(file: string): SaveDatabase {
  const database = attempt('file', () => openSqliteFile(file));
  try {
    attempt('file', () => database.first('pragma trusted_schema = off'));
    for (const table of ['game', 'custom']) checkTable(database, table);
  } catch (error) {
    database.close();
    throw error;
  }
  let objects: Objects | undefined;
  return {
    custom(key) {
      const found = attempt(key, () => database.first(customSizeSql, key)) as
        | { isBlob: number; size: number }
        | undefined;
      if (!found) return undefined;
      if (!found.isBlob) throw new SaveError(key, 'it is no blob');
      if (found.size > customBytes[key]) throw new SaveError(key, `${found.size} bytes are too many`);
      const row = attempt(key, () => database.first('select value from custom where key = ?', key));
      return toBuffer((row as { value?: unknown } | undefined)?.value);
    },
    objects() {
      objects?.close();
      objects = new Objects(database, file);
      return objects;
    },
    close() {
      objects?.close();
      database.close();
    },
  };
}

/** Plain tables only: the author of a hostile file controls the cost of views and computed columns. */
function checkTable(database: SqliteFile, table: string): void {
  const found = attempt('file', () => database.first(tableSql, table)) as { count: number };
  if (found.count !== 1) throw new SaveError('file', `it has no table ${table}, so it is no save of Survival Ascended`);
  const columns = attempt(`table ${table}`, () => database.first(columnsSql, table)) as { count: number };
  if (columns.count !== 2) throw new SaveError(`table ${table}`, 'key or value is missing');
}

/** Walks the pages of the table without SQLite, which goes on where that ends. A class: generators are slower. */
class Objects implements IterableIterator<ObjectRow> {
  readonly #database: SqliteFile;
  readonly #row = new ObjectRow();
  readonly #result: IteratorYieldResult<ObjectRow> = { done: false, value: this.#row };
  readonly #pages: PageFile | undefined;
  readonly #walk: TableRows | undefined;
  readonly #hasRowId: boolean;
  #query: Iterator<ObjectRow> | undefined;

  constructor(database: SqliteFile, file: string) {
    this.#database = database;
    const found = attempt('table game', () => database.first(tablePagesSql)) as TablePages;
    this.#hasRowId = found.hasRowId === 1;
    const isPlain = this.#hasRowId && found.keyAt === 0 && found.valueAt === 1;
    this.#pages = isPlain ? PageFile.open(file) : undefined;
    this.#walk =
      this.#pages && new TableRows(this.#pages, found.rootPage, { maxKeyBytes, maxValueBytes: maxObjectBytes });
  }

  next(): IteratorResult<ObjectRow> {
    if (this.#query) return this.#query.next();
    const hasNext = this.#walk?.next(this.#row);
    if (hasNext) return this.#result;
    if (hasNext === false) return { done: true, value: undefined };
    const sql = objectsSql(this.#hasRowId ? 'rowid' : 'null');
    const lastRowId = this.#walk?.lastRowId ?? -Infinity;
    this.#query = queryObjects(this.#database, lastRowId < 0 ? sql : `${sql} where rowid > ${lastRowId}`);
    return this.#query.next();
  }

  return(): IteratorResult<ObjectRow> {
    this.close();
    return { done: true, value: undefined };
  }

  close(): void {
    this.#pages?.close();
  }

  [Symbol.iterator](): this {
    return this;
  }
}

function* queryObjects(database: SqliteFile, sql: string): Generator<ObjectRow> {
  const location = 'table game';
  const maxRows = attempt(location, () => countBytes(database)) / minRowBytes;
  const rows = attempt(location, () => database.rows(sql));
  const row = new ObjectRow();
  for (let count = 0; ; count += 1) {
    const next = attempt(`${location}, row ${count}`, () => rows.next());
    if (next.done) return;
    // Cyclic pages would be read for ever.
    if (count > maxRows)
      throw new SaveError(`${location}, row ${count}`, 'there are more rows than the file has room for');
    const { key, value, bigId } = next.value as { key: unknown; value: unknown; bigId: number | null };
    const bytes = bigId === null ? toBuffer(value) : attempt(location, () => readBigObject(database, bigId));
    row.keyBytes = toBuffer(key) ?? noBytes;
    row.keyView = viewOf(row.keyBytes);
    row.keyEnd = row.keyBytes.length;
    row.bytes = bytes ?? noBytes;
    row.view = viewOf(row.bytes);
    row.end = row.bytes.length;
    row.hasValue = bytes !== undefined;
    yield row;
  }
}

function readBigObject(database: SqliteFile, rowId: number): Buffer | undefined {
  return toBuffer((database.first(bigObjectSql, rowId) as { value?: unknown } | undefined)?.value);
}

function countBytes(database: SqliteFile): number {
  const sql = 'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()';
  return (database.first(sql) as { bytes: number }).bytes;
}

function toBuffer(value: unknown): Buffer | undefined {
  if (value instanceof ArrayBuffer) return Buffer.from(value);
  if (Buffer.isBuffer(value) || !(value instanceof Uint8Array)) return Buffer.isBuffer(value) ? value : undefined;
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/** Converts errors of SQLite to a SaveError with the location. */
function attempt<Value>(location: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof SaveError) throw error;
    // It quotes the file.
    const reason = cleanText(error instanceof Error ? error.message : String(error), maxReasonLength);
    throw new SaveError(location, reason ?? 'it cannot be read', { cause: error });
  }
}
