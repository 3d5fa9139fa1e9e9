import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startServer } from '../simulated-server.fixture.ts';
import type { Survivor } from '../survivor.ts';

const who = { arkId: 473_236_573, platformName: 'Flint, "T"', name: 'Žofka' };

/** Follows the bytes by hand; every read must fit what stands there. */
function cursorAt(bytes: Buffer, start: number) {
  let at = start;
  const take = (count: number) => bytes.subarray(at, (at += count));
  const int = () => take(4).readInt32LE();
  const string = () => {
    const length = int();
    const text = length < 0 ? take(-length * 2).toString('utf16le') : take(length).toString('latin1');
    expect(text.endsWith('\0')).toBe(true);
    return text.slice(0, -1);
  };
  return { take, int, string, at: () => at };
}

type Cursor = ReturnType<typeof cursorAt>;
type Values = Record<string, unknown>;

const readers: Record<string, (cursor: Cursor, size: number) => unknown> = {
  IntProperty: (cursor) => cursor.int(),
  UInt16Property: (cursor) => cursor.take(2).readUInt16LE(),
  ByteProperty: (cursor) => cursor.take(1)[0],
  FloatProperty: (cursor) => cursor.take(4).readFloatLE(),
  UInt64Property: (cursor) => Number(cursor.take(8).readBigUInt64LE()),
  DoubleProperty: (cursor) => cursor.take(8).readDoubleLE(),
  StrProperty: (cursor) => cursor.string(),
};

function readAse(cursor: Cursor): Values {
  const values: Values = {};
  for (let name = cursor.string(); name !== 'None'; name = cursor.string()) {
    const type = cursor.string();
    const size = cursor.int();
    const index = cursor.int();
    const struct = type === 'StructProperty' ? cursor.string() : undefined;
    const enumeration = type === 'ByteProperty' ? cursor.string() : 'None';
    expect(enumeration).toBe('None');
    const start = cursor.at();
    if (index > 0) name = `${name}[${index}]`;
    if (struct === 'UniqueNetIdRepl') values[name] = [cursor.int(), cursor.string()][1];
    else if (struct) values[name] = readAse(cursor);
    else if (type === 'BoolProperty') values[name] = cursor.take(1)[0] === 1;
    else values[name] = readers[type]?.(cursor, size);
    expect(cursor.at() - start).toBe(type === 'BoolProperty' ? 1 : size);
  }
  return values;
}

function readAsa(cursor: Cursor): Values {
  const values: Values = {};
  for (let name = cursor.string(); name !== 'None'; name = cursor.string()) {
    const [type, ...inner] = readTypes(cursor);
    const size = cursor.int();
    const flags = cursor.take(1)[0] ?? 0;
    if (flags & 1) name = `${name}[${cursor.int()}]`;
    const start = cursor.at();
    if (inner[0] === 'UniqueNetIdRepl') values[name] = readEosId(cursor, flags);
    else if (type === 'StructProperty') values[name] = readAsa(cursor);
    else values[name] = type === 'BoolProperty' ? flags === 16 : readers[type ?? '']?.(cursor, size);
    expect(cursor.at() - start).toBe(size);
  }
  return values;
}

function readEosId(cursor: Cursor, flags: number): string {
  expect([flags, cursor.take(1)[0], cursor.string()]).toEqual([8, 0xf9, 'RedpointEOS']);
  return cursor.take(cursor.take(1)[0] ?? 0).toString('hex');
}

/** A type and, after their number, the types inside it. */
function readTypes(cursor: Cursor): string[] {
  const name = cursor.string();
  const inner = Array.from({ length: cursor.int() }, () => readTypes(cursor));
  return [name, ...inner.flat()];
}

/** Reads the header of an object and returns where its properties begin. */
function readObject(cursor: Cursor): { type: string; offset: number } {
  cursor.take(16);
  const type = cursor.string();
  expect(cursor.int()).toBe(0);
  for (let count = cursor.int(); count > 0; count -= 1) cursor.string();
  expect([cursor.int(), cursor.int(), cursor.int()]).toEqual([0, 0, 0]);
  const offset = cursor.int();
  expect(cursor.int()).toBe(0);
  return { type, offset };
}

const expectedData = ({ playerId, tribe }: Survivor) =>
  expect.objectContaining({
    PlayerDataID: 473_236_573,
    UniqueID: playerId,
    PlayerName: 'Flint, "T"',
    SavedNetworkAddress: expect.stringMatching(/^192\.0\.2\.\d+$/) as string,
    TribeID: tribe?.id,
    MyPlayerCharacterConfig: expect.objectContaining({ PlayerCharacterName: 'Žofka' }) as Values,
  }) as Values;

it('writes profiles of Evolved in version 1, named by the Steam id', async () => {
  const server = await startServer({ game: 'ase', map: 'TheIsland' });
  const survivor = server.join({ ...who, playerId: '76561190000000001', tribeName: 'Tidewatch' });
  expect(server.savesFolder).toBe(path.join(server.savedFolder, 'SavedArks'));
  const bytes = fs.readFileSync(path.join(server.savesFolder, '76561190000000001.arkprofile'));
  const cursor = cursorAt(bytes, 0);
  expect([cursor.int(), cursor.int()]).toEqual([1, 1]);
  const { type, offset } = readObject(cursor);
  expect(type).toBe('PrimalPlayerDataBP_C');
  expect(readAse(cursorAt(bytes, offset))['MyData']).toEqual(expectedData(survivor));
});

it('writes profiles of Ascended in version 7, named by the EOS id', async () => {
  const server = await startServer({ game: 'asa', map: 'TheIsland_WP' });
  const playerId = '0002ac93d56042898bbc9358cd387733';
  const survivor = server.join({ ...who, playerId, tribeName: 'Tidewatch' });
  expect(server.savesFolder).toBe(path.join(server.savedFolder, 'SavedArks/TheIsland_WP'));
  const bytes = fs.readFileSync(path.join(server.savesFolder, `${playerId}.arkprofile`));
  const cursor = cursorAt(bytes, 0);
  expect([cursor.int(), cursor.int(), cursor.int(), cursor.int()]).toEqual([7, 522, 1_013, 1]);
  const { type, offset } = readObject(cursor);
  expect(type).toBe('/Game/PrimalEarth/CoreBlueprints/PrimalPlayerDataBP.PrimalPlayerDataBP_C');
  expect(bytes[offset]).toBe(0);
  expect(readAsa(cursorAt(bytes, offset + 1))['MyData']).toEqual(expectedData(survivor));
});
