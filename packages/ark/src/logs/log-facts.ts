import { isPlayerId } from '../rcon/replies.ts';
import { withoutRichColor } from '../text/unsafe-text.ts';

/** `at` is UTC, from the file's prefix; `stamp` is the game's own time, as `2026.09.13_18.48.40`, in an unknown zone. */
export type Stamps = { at?: string; stamp?: string };

export type LogFact =
  | { kind: 'joined' | 'left'; name: string; playerId?: string }
  | { kind: 'chat'; name: string; survivor: string; text: string }
  | { kind: 'server-said'; text: string }
  | { kind: 'admin-command'; command: string; playerName: string; arkId: string; playerId?: string }
  | { kind: 'tribe'; tribe: string; tribeId?: string; day?: number; text: string }
  | { kind: 'killed'; victim: string; tribe?: string; tribeId?: string; text: string }
  | { kind: 'started' | 'advertising' | 'file-opened' }
  | { kind: 'version'; version: string };

export type LogEvent = Stamps & LogFact;

/** Anchored at both ends: a player with such a name must not trigger it by chatting. */
const patterns = [
  { kind: 'file-opened', pattern: /^Log file open, \d\d\/\d\d\/\d\d \d\d:\d\d:\d\d$/ },
  { kind: 'started', pattern: /^Server: "[^\n]*" has successfully started!$/ },
  {
    kind: 'advertising',
    pattern: /^Server has completed startup and is now advertising for join\.?(?: \([\d.,]{1,12} ?[KMG]?B Mem\))?$/,
  },
] as const;

const version = /^ARK Version: (\d{1,6}(?:\.\d{1,6}){0,3})$/;

export function startup(text: string): LogFact | undefined {
  const found = patterns.find(({ pattern }) => pattern.test(text));
  if (found) return { kind: found.kind };
  const number = version.exec(text)?.[1];
  return number === undefined ? undefined : { kind: 'version', version: number };
}

/** Admin commands may contain secrets; whatever a player is called, they are never treated as chat. */
const reserved = ['SERVER: ', 'AdminCmd: '];

export function serverSaid(text: string): LogFact | undefined {
  return text.startsWith('SERVER: ') ? { kind: 'server-said', text: text.slice('SERVER: '.length) } : undefined;
}

/**
 * `Platform name (Survivor): message`. Names may contain brackets and colons, so the survivor ends at the first `): `
 * and begins at the matching bracket; without one, at the last bracket after a space.
 */
export function chat(text: string): LogFact | undefined {
  if (reserved.some((start) => text.startsWith(start))) return undefined;
  const end = text.indexOf('): ');
  const start = end < 0 ? -1 : survivorStart(text.slice(0, end));
  const name = text.slice(0, Math.max(0, start)).trim();
  if (name === '' || name.includes('\n')) return undefined;
  return { kind: 'chat', name, survivor: text.slice(start + 2, end).trim(), text: text.slice(end + '): '.length) };
}

function survivorStart(head: string): number {
  let open = 1;
  for (let index = head.length - 1; index > 0; index -= 1) {
    if (head[index] === ')') open += 1;
    else if (head[index] === '(') open -= 1;
    if (open === 0) return head[index - 1] === ' ' ? index - 1 : head.lastIndexOf(' (');
  }
  return head.lastIndexOf(' (');
}

const start = 'AdminCmd: ';
const nameStart = ' (PlayerName: ';
const ids = /, ARKID: (\d{1,20}), (?:SteamID|PlatformID|EpicID|EOSID): ?([0-9A-Za-z]{0,64})\)$/;

/** `AdminCmd: <command> (PlayerName: X, ARKID: 827627995, PlatformID: 0002…)` */
export function adminCommand(text: string): LogFact | undefined {
  const found = text.startsWith(start) ? ids.exec(text.slice(-140)) : null;
  const head = found ? text.slice(start.length, -found[0].length) : '';
  const at = head.lastIndexOf(nameStart);
  // `): ` follows the name in chat: a player called "AdminCmd: …" must not be able to forge ids.
  if (!found || at < 0 || head.includes('): ')) return undefined;
  const playerId = (found[2] ?? '').toLowerCase();
  return {
    kind: 'admin-command',
    command: head.slice(0, at).trim(),
    playerName: head.slice(at + nameStart.length).trim(),
    arkId: found[1] ?? '',
    ...(isPlayerId(playerId) && { playerId }),
  };
}

type Presence = 'joined' | 'left';

/** The log is in the server's language: another language needs another pair of rows. */
const endings = [
  { kind: 'joined', ending: ' joined this ARK!' },
  { kind: 'left', ending: ' left this ARK!' },
  { kind: 'joined', ending: ' ist diesem ARK beigetreten!' },
  { kind: 'left', ending: ' hat diesen ARK verlassen!' },
  { kind: 'left', ending: ' hat dieses ARK verlassen!' },
] as const satisfies { kind: Presence; ending: string }[];

/** ASA's GetChat ends there; only the id before it distinguishes it from a message. */
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

const member = 'Tribemember ';
const ends = [' was killed!', ' was killed by '];
const levelAndTribe = /^\d{1,5}(?: \(.*\))?$/s;

/** `Tribemember Guppy - Lvl 49 was killed by a Direwolf - Lvl 114!`; creatures of a tribe die as `Your …`. */
export function killed(text: string): (LogFact & { kind: 'killed' }) | undefined {
  const end = Math.min(...ends.map((words) => text.indexOf(words)).filter((at) => at >= 0));
  if (!Number.isFinite(end) || !text.endsWith('!') || text.startsWith('Your ')) return undefined;
  const head = text.slice(0, end);
  const level = head.lastIndexOf(' - Lvl ');
  if (level < 0 || !levelAndTribe.test(head.slice(level + ' - Lvl '.length))) return undefined;
  const victim = head.slice(head.startsWith(member) ? member.length : 0, level).trim();
  return victim === '' ? undefined : { kind: 'killed', victim, text };
}

const numbered = /^Tribe (.*?), ID (\d{1,10}): Day (\d{1,7}), \d\d:\d\d:\d\d: (.*)$/s;
/** Older lines have no id and no day: only a known verb marks the end of the tribe's name. */
const verbs = [' Tamed ', ' claimed ', ' unclaimed ', ' demolished ', ' destroyed '];

/** `Tribe Alpha, ID 123: Day 5, 12:34:56: <text>`; a member's death becomes `killed`. */
export function tribe(line: string): LogFact | undefined {
  const [, name, tribeId, day, coloured] = numbered.exec(line) ?? [];
  if (name === undefined || tribeId === undefined || coloured === undefined) return undefined;
  const text = withoutRichColor(coloured).trim();
  const death = text.startsWith('Tribemember ') ? killed(text) : undefined;
  if (death) return { ...death, tribe: name, tribeId };
  return { kind: 'tribe', tribe: name, tribeId, day: Number(day), text };
}

/** `Tribe Brohalla Tamed an Anglerfish - Lvl 224 (Anglerfish)!` */
export function looseTribe(line: string): LogFact | undefined {
  if (!line.startsWith('Tribe ') || !line.endsWith('!')) return undefined;
  const rest = withoutRichColor(line.slice('Tribe '.length));
  const at = Math.min(...verbs.map((verb) => rest.indexOf(verb)).filter((found) => found > 0));
  if (!Number.isFinite(at)) return undefined;
  return { kind: 'tribe', tribe: rest.slice(0, at), text: rest.slice(at + 1).trim() };
}
