import type { ByteReader } from '../byte-reader.ts';
import { platformId } from '../saved-values.ts';

const isEncoded = 0x01;
/** Behind the flags: the service has a name instead of a number. */
const namedService = 31;
const eosBytes = 16;

/** A byte of flags, the name of the service, and the id as bytes or as text. */
export function readUniqueId(reader: ByteReader): string | undefined {
  const flags = reader.byte();
  if (flags >> 3 === namedService) reader.string();
  if (!(flags & isEncoded)) return platformId(reader.string());
  const id = reader.take(reader.byte());
  // Fewer bytes could by chance look like a number of Steam's.
  return id.length === eosBytes ? platformId(id.toString('hex')) : undefined;
}
