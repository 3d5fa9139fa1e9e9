import { isPlayerId } from '../rcon/replies.ts';
import type { LogFact } from './log-event.ts';

type Presence = 'joined' | 'left';

/** The log speaks the server's language: another one is another pair of rows. */
const endings = [
  { kind: 'joined', ending: ' joined this ARK!' },
  { kind: 'left', ending: ' left this ARK!' },
  { kind: 'joined', ending: ' ist diesem ARK beigetreten!' },
  { kind: 'left', ending: ' hat diesen ARK verlassen!' },
  { kind: 'left', ending: ' hat dieses ARK verlassen!' },
] as const satisfies { kind: Presence; ending: string }[];

/** ASA's GetChat ends there; only the id before it tells it from a text. */
const shortEndings = [
  { kind: 'joined', ending: '] joined' },
  { kind: 'left', ending: '] left' },
] as const satisfies { kind: Presence; ending: string }[];

const idStart = ' [UniqueNetId:';

export function presence(text: string): LogFact | undefined {
  const long = endings.find(({ ending }) => text.endsWith(ending));
  if (long) return readPlayer(long.kind, text.slice(0, -long.ending.length));
  const short = text.includes(idStart) && shortEndings.find(({ ending }) => text.endsWith(ending));
  return short ? readPlayer(short.kind, text.slice(0, 1 - short.ending.length)) : undefined;
}

/** `Name` (ASE) or `Name [UniqueNetId:0002… Platform:None]` (ASA), where either part may be empty. */
function readPlayer(kind: Presence, who: string): LogFact | undefined {
  const start = who.endsWith(']') ? who.lastIndexOf(idStart) : -1;
  const name = (start < 0 ? who : who.slice(0, start)).trim();
  const id = start < 0 ? '' : (who.slice(start + idStart.length).split(/[ \]]/, 1)[0] ?? '').toLowerCase();
  if (name === '' && !isPlayerId(id)) return undefined;
  return { kind, name, ...(isPlayerId(id) && { playerId: id }) };
}
