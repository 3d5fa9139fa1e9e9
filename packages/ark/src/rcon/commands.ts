import { assertOneLine, CommandTextError } from './command-text.ts';
import { isPlayerId } from './replies.ts';

/** Rows come from `chatRows`; more than one line is rejected here once more. */
export const listPlayers = () => 'ListPlayers';
/** Consuming: each entry goes to one reader only. */
export const getChat = () => 'GetChat';
/** Consuming, at most 100 entries a call. */
export const getGameLog = () => 'GetGameLog';
export const saveWorld = () => 'SaveWorld';

export const serverChat = (row: string) => `ServerChat ${safeRow(row)}`;
export const broadcast = (row: string) => `Broadcast ${safeRow(row)}`;
/** Only this player sees it; by id, since names are not unique. */
export const whisper = (id: string, row: string) => `ServerChatTo "${safePlayerId(id)}" ${safeRow(row)}`;

export const kickPlayer = (id: string) => `KickPlayer ${safePlayerId(id)}`;
export const banPlayer = (id: string) => `BanPlayer ${safePlayerId(id)}`;
export const unbanPlayer = (id: string) => `UnbanPlayer ${safePlayerId(id)}`;
/** Lets a player in whom `-exclusivejoin`, a password or a full server would turn away. */
export const allowPlayer = (id: string) => `AllowPlayerToJoinNoCheck ${safePlayerId(id)}`;
export const disallowPlayer = (id: string) => `DisallowPlayerToJoinNoCheck ${safePlayerId(id)}`;
/** Takes the number of the survivor's implant, not a platform's id. */
export const killPlayer = (arkId: string) => `KillPlayer ${safeArkId(arkId)}`;

function safeRow(row: string): string {
  if (row.trim() === '') throw new CommandTextError('The text is empty.');
  assertOneLine(row);
  return row;
}

/** A malformed id in BanPlayer would stay in the ban list for ever. */
function safePlayerId(id: string): string {
  if (!isPlayerId(id)) throw new CommandTextError('This is no player id.');
  return id;
}

function safeArkId(arkId: string): string {
  if (!/^[1-9]\d{0,18}$/.test(arkId)) throw new CommandTextError('This is no number of a survivor.');
  return arkId;
}
