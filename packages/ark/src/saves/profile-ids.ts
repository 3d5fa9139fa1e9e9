import { isPlayerId } from '../rcon/replies.ts';
import { withoutControls } from '../text/unsafe-characters.ts';
import { findProperty, type InlineProperty } from './inline-property.ts';

export type ProfileIds = { arkId: string; playerName?: string; survivor?: string; uniqueId?: string };

const maxNumber = 2n ** 63n - 1n;
const maxNameLength = 200;

/** Finds who a `.arkprofile` of either game belongs to. It reads nothing else: profiles hold network addresses too. */
export function findPlayerDataId(bytes: Buffer): ProfileIds | undefined {
  const arkId = findProperty(bytes, 'PlayerDataID', readNumber);
  if (arkId === undefined) return undefined;
  const playerName = findProperty(bytes, 'PlayerName', readName);
  const survivor = findProperty(bytes, 'PlayerCharacterName', readName);
  const uniqueId = findProperty(bytes, 'UniqueID', readUniqueId);
  return { arkId, ...(playerName && { playerName }), ...(survivor && { survivor }), ...(uniqueId && { uniqueId }) };
}

function readNumber({ type, value }: InlineProperty): string | undefined {
  if (type !== 'UInt64Property' && type !== 'Int64Property') return undefined;
  const number = value.uint64();
  return number > 0n && number <= maxNumber ? String(number) : undefined;
}

function readName({ type, value }: InlineProperty): string | undefined {
  if (type !== 'StrProperty') return undefined;
  const name = withoutControls(value.string()).replaceAll('\n', ' ').trim();
  return name !== '' && name.length <= maxNameLength ? name : undefined;
}

/** ASE: a number and the Steam id as text. ASA: a byte, the service's name, a length and the id's bytes. */
function readUniqueId({ type, layout, value }: InlineProperty): string | undefined {
  if (type !== 'StructProperty') return undefined;
  value.take(layout === 'survival-evolved' ? 4 : 1);
  const text = value.string();
  const id = layout === 'survival-evolved' ? text : value.take(value.byte()).toString('hex');
  // Fewer bytes could by chance look like a number of Steam's.
  const isWhole = layout === 'survival-evolved' || id.length === 32;
  return isWhole && isPlayerId(id) ? id : undefined;
}
