import type { ByteWriter } from '../byte-writer.ts';
import type { WorldObject } from '../world-object.ts';
import type { AseNames } from './ase-names.ts';
import { aseProperties } from './ase-properties.ts';

/** Objects refer to each other by their index in the list. */
export type IndexOf = (key: string) => number | undefined;

/** Writes an object's head into one list and its properties into another. */
export function aseObjectWriter(heads: ByteWriter, properties: ByteWriter, names: AseNames, indexOf: IndexOf) {
  const list = aseProperties(
    properties,
    (text) => names.write(properties, text),
    (key) => {
      properties.int32(0);
      properties.int32(indexOf(key) ?? -1);
    },
  );
  return (object: WorldObject, propertiesBefore = 0) => {
    const { className, role, spot } = object;
    const offset = propertiesBefore + properties.at;
    object.write(list);
    properties.int32(0);
    if (role === 'character') properties.int32(1);
    heads.zeros(16);
    names.write(heads, className);
    heads.int32(role === 'item' ? 1 : 0);
    heads.int32(object.names.length);
    for (const name of object.names) names.write(heads, name);
    heads.int32(0);
    heads.int32(0);
    heads.int32(spot ? 1 : 0);
    if (spot) for (const value of [spot.x, spot.y, spot.z, 0, spot.yaw, 0]) heads.float32(value);
    heads.int32(offset);
    heads.int32(0);
  };
}
