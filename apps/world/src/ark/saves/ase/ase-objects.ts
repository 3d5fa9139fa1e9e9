import type { Archives } from '../archive.ts';
import { ByteWriter } from '../byte-writer.ts';
import { writeProfileData } from '../profile-data.ts';
import type { PropertyList } from '../property-list.ts';
import { writeTribeData } from '../tribe-data.ts';
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

const version = 1;

export const aseArchives: Archives = {
  profile: (citizen) => archive('PrimalPlayerDataBP_C', (list) => writeProfileData(list, citizen)),
  tribe: (tribe, members) =>
    archive('PrimalTribeData', (list) => writeTribeData(list, 'OwnerPlayerDataID', tribe, members)),
};

function archive(className: string, write: (list: PropertyList) => void): Buffer {
  const writer = new ByteWriter();
  writer.int32(version);
  writer.int32(1);
  writer.zeros(16);
  writer.string(className);
  writer.int32(0);
  const names = [`${className}_1`, 'ArkGameMode', 'PersistentLevel'];
  writer.int32(names.length);
  for (const name of names) writer.string(name);
  // Not from a data file, without an index, without a position.
  writer.zeros(12);
  writer.int32(writer.at + 8);
  writer.int32(0);
  write(
    aseProperties(
      writer,
      (name) => writer.string(name),
      () => {},
    ),
  );
  writer.int32(0);
  return writer.copy();
}
