import Database from 'libsql';
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asaTables, makeSaveFolder, writeAsaSave, type AsaFixtureObject } from '../../testing/asa-fixture.ts';
import { asa } from '../../testing/asa-parts.ts';
import { readWhole } from '../../testing/read-whole.ts';
import { SaveError } from '../save-error.ts';
import { openAsaSave } from './open-asa-save.ts';

const file = () => `${makeSaveFolder()}/world.ark`;
const withTables = (...sql: string[]) => {
  const path = file();
  const database = new Database(path);
  for (const statement of sql) database.exec(statement);
  database.close();
  return path;
};

describe('the table of objects', () => {
  const big = 300 * 1024;
  const box = (name: string): AsaFixtureObject => ({
    id: Buffer.alloc(16, 1),
    classPath: '/Game/Box.Box_C',
    parts: [
      asa.int('StructureID', 5),
      asa.int('TargetingTeam', 60_000),
      asa.text('BoxName', name),
      asa.map('Art', big),
    ],
    coordinates: [1, 2, 3],
  });
  const withGame = (sql: string, fill: (database: Database.Database, values: Buffer[]) => void) => {
    const world = { objects: [box('First'), box('Other')] };
    const path = writeAsaSave({ objects: [], custom: asaTables(world).custom });
    const database = new Database(path);
    database.exec('drop table game');
    database.exec(sql);
    fill(
      database,
      asaTables(world).game.map(({ value }) => value),
    );
    database.close();
    return readWhole(openAsaSave(path));
  };

  it('needs no index: each big value is fetched by the number of its row, and nothing is searched', () => {
    const { structures, report } = withGame('create table game (key blob, value blob)', (database, values) => {
      const add = database.prepare('insert into game values (?, ?)');
      for (const value of [...values, 'text']) add.run(Buffer.alloc(16, 1), value);
    });
    expect(structures.map(({ name }) => name)).toEqual(['First', 'Other']);
    expect(report).toMatchObject({ objectCount: 3, failureCount: 1 });
  });

  it.each([
    ['has no such number', 'create table game (key blob primary key, value blob) without rowid'],
    ['only seems to have it', 'create table game (key blob, value blob, RowId default 1)'],
  ])('gives up what is big where it %s', (_what, sql) => {
    const { structures, unreadable } = withGame(sql, (database, [value = '']) => {
      const add = database.prepare('insert into game (key, value) values (?, ?)');
      add.run(Buffer.alloc(16, 1), value);
      add.run(Buffer.alloc(16, 2), 'text');
    });
    expect([structures.length, unreadable.length]).toEqual([0, 2]);
  });
});

describe('a file that is no save', () => {
  const game = 'create table game (key blob primary key, value blob)';
  const custom = 'create table custom (key text primary key, value blob)';

  it('is reported by what it lacks', () => {
    const text = file();
    fs.writeFileSync(text, 'This is no database. '.repeat(1_000));
    expect(() => openAsaSave(text)).toThrow('file is not a database');
    expect(() => openAsaSave(file())).toThrow(SaveError);
    expect(() => openAsaSave(withTables(custom))).toThrow('it has no table game');
    expect(() => openAsaSave(withTables(game))).toThrow('it has no table custom');
    expect(() => openAsaSave(withTables(game, custom))).toThrow('SaveHeader: it is missing');
  });

  it('is not read through views and computed columns', () => {
    const view = 'create view game as select randomblob(16) as key, randomblob(1000000000) as value';
    const computed = 'create table game (key blob, value blob as (zeroblob(1000000000)))';
    expect(() => openAsaSave(withTables(view, custom))).toThrow('it has no table game');
    expect(() => openAsaSave(withTables(computed, custom))).toThrow('table game: key or value is missing');
  });

  it('reports parts that are no bytes', () => {
    const path = writeAsaSave({ objects: [], custom: { SaveHeader: 'text' } });
    expect(() => openAsaSave(path)).toThrow('SaveHeader: it is no blob');
    const texts = writeAsaSave({ objects: [] });
    const database = new Database(texts);
    database.exec("insert into game values ('key', 'value')");
    database.close();
    expect(readWhole(openAsaSave(texts)).report).toMatchObject({ objectCount: 1, failureCount: 1 });
  });
});
