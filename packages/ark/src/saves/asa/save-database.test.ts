import Database from 'libsql';
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeSaveFolder, writeAsaSave } from '../../testing/asa-fixture.ts';
import { readWhole } from '../../testing/read-whole.ts';
import { SaveError } from '../save-error.ts';
import { openAsaSave } from './open-asa-save.ts';

const file = () => `${makeSaveFolder()}/world.ark`;
const withTables = (...sql: string[]) => {
  const place = file();
  const database = new Database(place);
  for (const statement of sql) database.exec(statement);
  database.close();
  return place;
};

describe('a file that is no save', () => {
  const game = 'create table game (key blob primary key, value blob)';
  const custom = 'create table custom (key text primary key, value blob)';

  it('is told by what it lacks', () => {
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

  it('says so of parts that are no bytes', () => {
    const place = writeAsaSave({ objects: [], custom: { SaveHeader: 'text' } });
    expect(() => openAsaSave(place)).toThrow('SaveHeader: it is no blob');
    const texts = writeAsaSave({ objects: [] });
    const database = new Database(texts);
    database.exec("insert into game values ('key', 'value')");
    database.close();
    expect(readWhole(openAsaSave(texts)).report).toMatchObject({ objectCount: 1, failureCount: 1 });
  });
});
