import type { Archives } from '../archive.ts';
import { ByteWriter } from '../byte-writer.ts';
import { writeProfileData } from '../profile-data.ts';
import type { PropertyList } from '../property-list.ts';
import { writeTribeData } from '../tribe-data.ts';
import { aseProperties } from './ase-properties.ts';

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
