import type { Spot } from '../../land/structure.ts';
import type { ByteWriter } from '../byte-writer.ts';
import type { WorldObject } from '../world-object.ts';
import type { AsaNames } from './asa-names.ts';
import { asaProperties } from './asa-properties.ts';

/** A byte of the object's head, as seen in real saves. */
const roleFlags = { actor: 8, character: 8, component: 0, item: 1 } satisfies Record<WorldObject['role'], number>;
/** How many bytes of 0 follow the id at the end. */
const tails = { actor: 0, character: 12, component: 4, item: 0 } satisfies Record<WorldObject['role'], number>;

/** Writes the values of the table `game`. */
export type AsaObjectWriter = (object: WorldObject) => Buffer;

/** What it returns is only valid until the next object. */
export function asaObjectWriter(writer: ByteWriter, names: AsaNames): AsaObjectWriter {
  const name = (text: string) => {
    writer.int32(names.idOf(text));
    writer.int32(0);
  };
  const reference = (key: string) => {
    writer.uint16(0);
    writer.raw(Buffer.from(key, 'hex'));
  };
  const list = asaProperties(writer, name, reference);
  return (object) => {
    writer.clear();
    name(classPath(object));
    writer.int32(0);
    writer.int32(object.names.length);
    for (const text of object.names) writer.string(text);
    writer.int32(0);
    writer.byte(roleFlags[object.role]);
    writer.byte(0);
    object.write(list);
    writer.int32(1);
    writer.raw(Buffer.from(object.key, 'hex'));
    writer.zeros(tails[object.role]);
    return writer.view();
  };
}

function classPath({ directory, className }: WorldObject): string {
  return `${directory}/${className.replace(/_C$/, '')}.${className}`;
}

/** `ActorTransforms`: where things are and how they are turned, until an id of zeros. */
export function writeTransform(writer: ByteWriter, key: string, { x, y, z, yaw }: Spot): void {
  const half = (yaw * Math.PI) / 360;
  writer.raw(Buffer.from(key, 'hex'));
  for (const value of [x, y, z, 0, 0, Math.sin(half), Math.cos(half)]) writer.float64(value);
}
