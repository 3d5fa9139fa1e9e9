import type { Archives } from '../archive.ts';
import { ByteWriter } from '../byte-writer.ts';
import { writeProfileData } from '../profile-data.ts';
import type { PropertyList } from '../property-list.ts';
import { writeTribeData } from '../tribe-data.ts';
import { asaProperties } from './asa-properties.ts';

/** The version, then versions of the engine's own formats, as the game writes them. */
const versions = [7, 522, 1013];

export const asaArchives: Archives = {
  profile: (citizen, map) =>
    archive(
      '/Game/PrimalEarth/CoreBlueprints/PrimalPlayerDataBP.PrimalPlayerDataBP_C',
      citizen.survivor.arkId,
      map,
      (list) => writeProfileData(list, citizen),
    ),
  tribe: (tribe, members, map) =>
    archive('/Script/ShooterGame.PrimalTribeData', tribe.id, map, (list) =>
      writeTribeData(list, 'OwnerPlayerDataId', tribe, members),
    ),
};

function archive(className: string, id: number, map: string, write: (list: PropertyList) => void): Buffer {
  const writer = new ByteWriter();
  const uuid = Buffer.alloc(16, id % 251);
  const shortName = className.slice(className.lastIndexOf('.') + 1);
  for (const version of versions) writer.int32(version);
  writer.int32(1);
  writer.raw(uuid);
  writer.string(className);
  writer.int32(0);
  const names = [`${shortName}_${id}`, 'TestGameMode_C_2147370756', 'PersistentLevel', map, `/Game/Maps/${map}/${map}`];
  writer.int32(names.length);
  for (const name of names) writer.string(name);
  // Not from a data file, of no index, without a rotation.
  writer.zeros(12);
  writer.int32(writer.at + 8);
  writer.int32(0);
  writer.byte(0);
  write(
    asaProperties(
      writer,
      (name) => writer.string(name),
      () => {},
    ),
  );
  writer.int32(1);
  writer.raw(uuid);
  return writer.copy();
}
