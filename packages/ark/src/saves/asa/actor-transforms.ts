import { randomInt } from 'node:crypto';
import { viewOf } from '../byte-reader.ts';
import { SaveError } from '../save-error.ts';
import type { Coordinates } from '../save-rows.ts';

/** Coordinates of all actors, by the UUID of their rows. */
export type ActorTransforms = {
  hasAny: boolean;
  find(id: Buffer): Coordinates | undefined;
  /** The same, by the id that is here. */
  findAt(view: DataView, start: number, end: number): Coordinates | undefined;
};

const idBytes = 16;
/** The id, three doubles of coordinates and four of rotation. */
const entryBytes = 72;
const maxCoordinate = 1e9;
const free = -1;

/** Later parts win: the game stores moved actors in a separate part. */
export function readActorTransforms(parts: Buffer[]): ActorTransforms {
  const tables = parts.map(createTable).toReversed();
  const findAt = (view: DataView, start: number, end: number) => {
    if (end - start !== idBytes) return undefined;
    for (const table of tables) {
      const coordinates = table.find(view, start);
      if (coordinates) return coordinates;
    }
    return undefined;
  };
  return {
    hasAny: tables.some(({ count }) => count > 0),
    find: (id) => findAt(viewOf(id), 0, id.length),
    findAt,
  };
}

/** A hash index over the raw bytes. Objects would take ten times the memory. */
function createTable(bytes: Buffer, part: number) {
  const view = viewOf(bytes);
  const count = countEntries(view, part);
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(count * 2 + 2))).fill(free);
  const mask = slots.length - 1;
  // Seeded, so that a hostile file cannot choose ids that all collide.
  const salt = randomInt(2 ** 32) | 1;
  const slotOf = (id: DataView, at: number) => {
    let slot = hash(id, at, salt) & mask;
    for (let entry = slots[slot] ?? free; entry !== free; entry = slots[slot] ?? free) {
      if (isSame(view, entry * entryBytes, id, at)) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  };
  for (let entry = 0; entry < count; entry += 1) slots[slotOf(view, entry * entryBytes)] = entry;
  return {
    count,
    find(id: DataView, at: number): Coordinates | undefined {
      if (count === 0) return undefined;
      const entry = slots[slotOf(id, at)] ?? free;
      return entry === free ? undefined : readCoordinates(view, entry * entryBytes + idBytes);
    },
  };
}

/** Up to the empty id that closes the list. */
function countEntries(bytes: DataView, part: number): number {
  for (let at = 0; ; at += entryBytes) {
    const remaining = bytes.byteLength - at;
    if (remaining === 0 || (remaining >= idBytes && isEmpty(bytes, at))) return at / entryBytes;
    if (remaining < entryBytes)
      throw new SaveError(
        `ActorTransforms ${part + 1}, byte ${at}`,
        `${entryBytes} bytes are wanted, ${remaining} are left`,
      );
  }
}

function isEmpty(bytes: DataView, at: number): boolean {
  for (let word = at; word < at + idBytes; word += 4) if (bytes.getInt32(word) !== 0) return false;
  return true;
}

function isSame(a: DataView, aAt: number, b: DataView, bAt: number): boolean {
  for (let word = 0; word < idBytes; word += 4) if (a.getInt32(aAt + word) !== b.getInt32(bAt + word)) return false;
  return true;
}

function hash(id: DataView, at: number, salt: number): number {
  let mixed = salt;
  for (let word = 0; word < idBytes; word += 4) {
    mixed = Math.imul(mixed ^ id.getInt32(at + word), 0x9e3779b1);
    mixed = Math.imul(mixed ^ (mixed >>> 15), salt);
  }
  return mixed ^ (mixed >>> 13);
}

function readCoordinates(view: DataView, at: number): Coordinates | undefined {
  const coordinates = {
    x: view.getFloat64(at, true),
    y: view.getFloat64(at + 8, true),
    z: view.getFloat64(at + 16, true),
  };
  const isReal = Math.abs(coordinates.x) <= maxCoordinate && Math.abs(coordinates.y) <= maxCoordinate;
  return isReal && Math.abs(coordinates.z) <= maxCoordinate ? coordinates : undefined;
}
