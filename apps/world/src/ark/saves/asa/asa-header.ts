import { ByteWriter } from '../byte-writer.ts';
import type { AsaNames } from './asa-names.ts';

const version = 14;
/** Versions of the engine's own formats. */
const engineVersions = [522, 1013];

/** `SaveHeader`: the time, the parts of the map, and all names that the objects use. */
export function asaHeader(map: string, gameTime: number, names: AsaNames): Buffer {
  const writer = new ByteWriter();
  writer.uint16(version);
  for (const engineVersion of engineVersions) writer.int32(engineVersion);
  const namesAt = writer.at;
  writer.int32(0);
  writer.float64(gameTime);
  writer.uint32(15);
  writer.uint32(1);
  writer.string(map);
  writer.int32(-1);
  // The parts once more, as the game does, with nothing in them.
  writer.int32(1);
  writer.string(map);
  writer.int32(0);
  writer.int32(0);
  writer.patchInt32(namesAt, writer.at);
  names.write(writer);
  return writer.copy();
}
