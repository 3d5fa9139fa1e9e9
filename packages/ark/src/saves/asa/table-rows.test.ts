import Database from 'libsql';
import fs from 'node:fs';
import { expect, it } from 'vitest';
import { makeSaveFolder } from '../../testing/asa-fixture.ts';
import { seededRandom } from '../../testing/seeded-random.ts';
import { ObjectRow } from './object-row.ts';
import { PageFile } from './page-file.ts';
import { TableRows } from './table-rows.ts';

const limits = { maxKeyBytes: 64, maxValueBytes: 1024 * 1024 };

/** What SQLite finds, and what the pages have. */
function readBoth(file: string, table = 'game') {
  const database = new Database(file, { readonly: true });
  const sql = `select typeof(key) = 'blob' and length(key) <= 64 as hasKey, key, typeof(value) = 'blob' as hasValue, value`;
  const queried = database
    .prepare(`${sql} from ${table}`)
    .all()
    .map((row) => {
      const { hasKey, key, hasValue, value } = row as { hasKey: 0 | 1; key: Buffer; hasValue: 0 | 1; value: Buffer };
      return [hasKey ? hex(key) : '', hasValue ? hex(value) : undefined];
    });
  const { page } = database.prepare('select rootpage as page from sqlite_master where name = ?').get([table]) as {
    page: number;
  };
  database.close();
  const pages = PageFile.open(file);
  if (!pages) throw new Error('SQLite would read this file alone.');
  const rows = new TableRows(pages, page, limits);
  const row = new ObjectRow();
  const walked: unknown[] = [];
  let hasNext = rows.next(row);
  for (; hasNext; hasNext = rows.next(row)) walked.push([hex(row.key), row.value && hex(row.value)]);
  pages.close();
  return { queried, walked, isWhole: hasNext === false };
}

const hex = (bytes: Buffer) => Buffer.from(bytes).toString('hex');

it.each([512, 4_096, 8_192, 65_536])('finds the same rows as SQLite in pages of %i bytes', (pageSize) => {
  const random = seededRandom(pageSize);
  const file = `${makeSaveFolder()}/world.ark`;
  const database = new Database(file);
  database.exec(`pragma page_size = ${pageSize}`);
  database.exec('create table other (value blob)');
  database.exec('create table game (key blob, value blob, more text)');
  database.exec('create index keys on game (key)');
  database.exec('begin');
  const add = database.prepare('insert into game (key, value) values (?, ?)');
  for (let remaining = 1_500; remaining > 0; remaining -= 1) {
    const size = random.pick([0, 1, 20, 400, 480, 900, 8_000, 8_180, 20_000]);
    add.run(random.bytes(random.pick([0, 16, 16, 16, 64, 65])), Buffer.alloc(size, random.below(256)));
  }
  for (const odd of ["1, 'text'", '2.5, null', "'key', 9000000000", "null, x'0102'", '0, 1'])
    database.exec(`insert into game (key, value) values (${odd})`);
  database.exec('commit');
  database.exec('delete from game where rowid % 7 = 1 or rowid between 300 and 500');
  database.exec('update game set value = zeroblob(3000) where rowid % 11 = 1');
  database.close();
  const { queried, walked, isWhole } = readBoth(file);
  expect(walked).toEqual(queried);
  expect(isWhole).toBe(true);
});

it('leaves to SQLite what it does not expect', () => {
  const file = `${makeSaveFolder()}/world.ark`;
  const database = new Database(file);
  database.exec('create table game (key blob, value blob)');
  database.exec("insert into game (rowid, key, value) values (1, x'01', x'02'), (9007199254740993, x'03', x'04')");
  database.exec("create table short (key blob); insert into short values (x'05')");
  database.exec("alter table short add column value blob default x'06'");
  database.exec('create table sorted (key blob primary key, value blob) without rowid');
  database.exec("insert into sorted values (x'07', x'08')");
  database.close();
  expect(readBoth(file)).toMatchObject({ walked: [['01', '02']], isWhole: false });
  expect(readBoth(file, 'short')).toMatchObject({ queried: [['05', '06']], walked: [], isWhole: false });
  expect(readBoth(file, 'sorted')).toMatchObject({ queried: [['07', '08']], walked: [], isWhole: false });
});

it('visits no page twice, however the pages of a hostile file refer to each other', () => {
  const file = `${makeSaveFolder()}/world.ark`;
  const database = new Database(file);
  database.exec('pragma page_size = 512');
  database.exec('create table game (key blob, value blob)');
  database.exec(
    "with recursive n(i) as (select 1 union select i + 1 from n where i < 4000) insert into game select x'01', zeroblob(100) from n",
  );
  database.close();
  const bytes = fs.readFileSync(file);
  const pageOf = (page: number) => bytes.subarray((page - 1) * 512, page * 512);
  const root = pageOf(2);
  expect(root[0]).toBe(0x05);
  const children = Array.from({ length: root.readUInt16BE(3) }, (_none, cell) => root.readUInt16BE(12 + cell * 2));
  // All children are a page without children, or the page itself.
  const empty = root.readUInt32BE(8);
  pageOf(empty).fill(0).writeUInt8(0x0d);
  for (const target of [empty, 2]) {
    for (const at of children) root.writeUInt32BE(target, at);
    fs.writeFileSync(file, bytes);
    const pages = PageFile.open(file);
    if (!pages) throw new Error('SQLite would read this file alone.');
    expect(new TableRows(pages, 2, limits).next(new ObjectRow())).toBe(target === 2 ? undefined : false);
    pages.close();
  }
});

it('leaves a file with a write-ahead log to SQLite', () => {
  const file = `${makeSaveFolder()}/world.ark`;
  const database = new Database(file);
  database.exec('pragma journal_mode = wal');
  database.exec('create table game (key blob, value blob)');
  database.close();
  expect(PageFile.open(file)).toBeUndefined();
});
