import Database from 'libsql';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { double, guid, properties, type AsaPart, type Writing } from './asa-parts.ts';
import { int32, text } from './ase-fixture.ts';

/** Writes what Survival Ascended writes, as far as the tests of its reader need it. It shares no code with the reader. */

/** An `.arkprofile` or `.arktribe`, or what a store has instead of them. */
export function asaArchive(version: number, className: string, parts: AsaPart[]): Buffer {
  const isNew = version >= 7;
  const body = Buffer.concat([isNew ? Buffer.alloc(1) : Buffer.alloc(0), properties(parts, { isNew, name: text })]);
  const head = [int32(version), isNew ? Buffer.concat([int32(522), int32(1013)]) : Buffer.alloc(0), int32(1)];
  const object = [guid, text(className), int32(0), int32(1), text(`${className}_1`), int32(0), int32(0), int32(0)];
  const before = Buffer.concat([...head, ...object]);
  return Buffer.concat([before, int32(before.length + 8), int32(0), body, int32(1), guid]);
}

export type AsaFixtureObject = {
  id: Buffer;
  classPath: string;
  flags?: number;
  parts: AsaPart[];
  coordinates?: [number, number, number];
  isWithoutControl?: boolean;
};

export type AsaFixtureWorld = {
  version?: number;
  objects: AsaFixtureObject[];
  custom?: Record<string, Buffer | string | undefined>;
};

/** The two tables of a world. */
export function asaTables({ version = 14, objects, custom = {} }: AsaFixtureWorld) {
  const ids = new Map<string, number>();
  const name = (text: string, instance = 0) => {
    const id = ids.get(text) ?? Math.imul(ids.size + 1, 0x9e3779b1);
    ids.set(text, id);
    return Buffer.concat([int32(id), int32(instance)]);
  };
  const game = objects.map((object) => ({ key: object.id, value: writeObject(object, version, name) }));
  const transforms = objects.flatMap(({ id, coordinates }) => (coordinates ? [asaTransform(id, coordinates)] : []));
  return {
    game,
    custom: {
      SaveHeader: writeHeader(version, ids),
      ActorTransforms: Buffer.concat([...transforms, guid]),
      ...custom,
    } as Record<string, Buffer | string | undefined>,
  };
}

export function asaTransform(id: Buffer, coordinates: [number, number, number]): Buffer {
  return Buffer.concat([id, ...[...coordinates, 0, 0, 0, 1].map(double)]);
}

function writeObject(object: AsaFixtureObject, version: number, name: Writing['name']): Buffer {
  const { classPath, flags = 8, parts, isWithoutControl } = object;
  const isNew = version >= 14;
  const own = `${classPath.slice(classPath.lastIndexOf('.') + 1)}_2147`;
  return Buffer.concat([
    name(classPath),
    int32(0),
    int32(1),
    version >= 13 ? text(own) : name(own),
    int32(0),
    Buffer.of(flags),
    Buffer.alloc(isNew && !isWithoutControl ? 1 : 0),
    properties(parts, { isNew, name }),
    int32(1),
    object.id,
  ]);
}

function writeHeader(version: number, ids: Map<string, number>): Buffer {
  const names = [...ids].flatMap(([name, id]) => [int32(id), text(name)]);
  const engine = version >= 14 ? [int32(522), int32(1013)] : [];
  const rest = [
    double(5_000),
    ...(version >= 12 ? [int32(15)] : []),
    int32(2),
    text('TheIsland_WP'),
    int32(-1),
    text('TheIsland_WP_L0'),
    int32(-1),
    int32(0),
    int32(0),
  ];
  const head = Buffer.concat([Buffer.from(Int16Array.of(version).buffer), ...engine]);
  const body = Buffer.concat(rest);
  return Buffer.concat([head, int32(head.length + 4 + body.length), body, int32(ids.size), ...names]);
}

/** A store as a world contains it with `-usestore`. */
export function asaStore(tribes: Buffer[], profiles: Buffer[]): Buffer {
  return Buffer.concat([int32(1), storeBlock(tribes), storeBlock(profiles), Buffer.alloc(64, 5)]);
}

function storeBlock(archives: Buffer[]): Buffer {
  const entries: Buffer[] = [];
  let at = 0;
  for (const { length } of archives) {
    entries.push(int32(1), int32(0), int32(at), int32(length));
    at += length;
  }
  return Buffer.concat([int32(at), int32(archives.length), ...archives, ...entries]);
}

export function makeSaveFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-saves-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a world into a file and returns its path. */
export function writeAsaSave(world: AsaFixtureWorld, file = path.join(makeSaveFolder(), 'world.ark')): string {
  const database = new Database(file);
  database.exec('create table game (key BLOB primary key not null, value blob not null)');
  database.exec('create table custom (key VARCHAR(64) primary key not null, value blob not null)');
  const { game, custom } = asaTables(world);
  database.exec('begin');
  const addObject = database.prepare('insert into game values (?, ?)');
  for (const { key, value } of game) addObject.run(key, value);
  const addCustom = database.prepare('insert into custom values (?, ?)');
  for (const [key, value] of Object.entries(custom)) if (value !== undefined) addCustom.run(key, value);
  database.exec('commit');
  database.close();
  return file;
}
