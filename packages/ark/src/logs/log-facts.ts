import { isPlayerId } from '../rcon/replies.ts';
import { type Being, type Culprit, parseBeing, parseCulprit } from './beings.ts';
import { parseTribeLogLine, type TribeEvent } from './tribe-events.ts';

/** `at` is UTC, from the file's prefix; `stamp` is the game's own time, as `2026.09.13_18.48.40`, in an unknown zone. */
export type Stamps = { at?: string; stamp?: string };

export type LogFact =
  | { kind: 'joined' | 'left'; name: string; playerId?: string }
  | { kind: 'chat'; name: string; survivor: string; text: string }
  | { kind: 'server-said'; text: string }
  | { kind: 'admin-command'; command: string; playerName: string; arkId: string; playerId?: string }
  | { kind: 'tribe'; tribe: string; tribeId: string; day: number; time: string; text: string; event: TribeEvent }
  | {
      kind: 'killed';
      victim: string;
      level?: number;
      tribe?: string;
      by?: Culprit;
      text: string;
      tribeId?: string;
      day?: number;
      time?: string;
    }
  | { kind: 'creature-killed'; creature: Being; by?: Culprit }
  | { kind: 'tamed'; survivor?: string; tribe: string; creature: Being }
  | ({ kind: 'joined-tribe' | 'left-tribe'; tribe: string; tribeId: string; by?: Member } & Member)
  | { kind: 'started' | 'advertising' | 'file-opened' | 'saving' }
  | { kind: 'saved'; seconds: number }
  | { kind: 'version'; version: string }
  /** The game wrote it, in a shape or a language that is not known. */
  | { kind: 'unknown'; text: string };

/** A survivor with the game's own number. */
type Member = { survivor: string; arkId: string };

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

const saveComplete = /^World Save Complete\. Took: (\d{1,6}(?:\.\d{1,9})?)$/;

/** Ascended writes when a save begins, and when its file is whole. */
export function worldSave(text: string): LogFact | undefined {
  if (text === 'Saving world...') return { kind: 'saving' };
  const seconds = saveComplete.exec(text)?.[1];
  return seconds === undefined ? undefined : { kind: 'saved', seconds: Number(seconds) };
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

const killerNumber = / \[KillerSID: \d{1,20}\]$/;

/**
 * `Annie - Lvl 98 (Alpha) was killed by Bob - Lvl 105 (Beta)! [KillerSID: 390821743]`; a creature has its species before
 * its tribe. Names that make it ambiguous make it unknown.
 */
export function killed(line: string): LogFact | undefined {
  const text = line.replace(killerNumber, '');
  const [head = '', tail, ...more] = text.split(' was killed');
  const culprit = tail === '!' ? '' : tail?.startsWith(' by ') && tail.endsWith('!') ? tail.slice(4, -1) : undefined;
  const victim = parseBeing(head, 'tribe');
  const by = culprit === undefined ? undefined : parseCulprit(culprit);
  if (!victim || more.length > 0 || culprit === undefined || (culprit !== '' && !by)) return undefined;
  if (victim.species !== undefined) return { kind: 'creature-killed', creature: victim, ...(by && { by }) };
  const { name, level, tribe } = victim;
  const optional = { ...(level !== undefined && { level }), ...(tribe !== undefined && { tribe }), ...(by && { by }) };
  return { kind: 'killed', victim: name, ...optional, text: line };
}

/** `Annie of Tribe Alpha Tamed a Dodo - Lvl 10 (Dodo)!`, or `Tribe Alpha Tamed …` without the survivor. */
export function tamed(line: string): LogFact | undefined {
  const [head = '', tail = '', ...more] = line.split(/ Tamed an? /);
  const creature = tail.endsWith('!') && more.length === 0 ? parseBeing(tail.slice(0, -1), 'species') : undefined;
  if (!creature) return undefined;
  const [survivor = '', ofTribe, ...others] = head.split(' of Tribe ');
  if (ofTribe !== undefined && others.length === 0 && survivor !== '' && !head.startsWith('Tribe '))
    return { kind: 'tamed', survivor, tribe: ofTribe, creature };
  const isTribe = ofTribe === undefined && (head === 'Tribe' || head.startsWith('Tribe '));
  return isTribe ? { kind: 'tamed', tribe: head.slice('Tribe '.length), creature } : undefined;
}

const envelope = /^(?:Tribe|Stamm) (.*?), ID (\d{1,20}): (Day \d{1,7}, \d\d:\d\d:\d\d: .*)$/s;
const envelopes = /, ID \d{1,20}: Day \d{1,7}, \d\d:\d\d:\d\d: /g;

/** `Tribe Alpha, ID 123: Day 5, 12:34:56: <text>)`; a member's death becomes `killed`. */
export function tribe(line: string): LogFact | undefined {
  const [, name, tribeId, rest] = envelope.exec(line) ?? [];
  if (name === undefined || tribeId === undefined || rest === undefined) return undefined;
  // A tribe or creature with such a name could pretend to be another tribe.
  if ((line.match(envelopes)?.length ?? 0) > 1) return undefined;
  const logged = parseTribeLogLine(withoutExtraBracket(rest));
  if (!logged) return undefined;
  const { event, ...dated } = logged;
  if (event.kind === 'member-killed') {
    const { name: victim, level } = event.victim;
    const optional = { ...(level !== undefined && { level }), ...(event.by && { by: event.by }) };
    return { kind: 'killed', victim, tribe: name, tribeId, ...optional, ...dated };
  }
  return { kind: 'tribe', tribe: name, tribeId, ...logged };
}

/** Real servers close each line with a bracket that nothing has opened. */
function withoutExtraBracket(text: string): string {
  const isExtra = /(?:<\/>|[!.])\)$/.test(text) || count(text, ')') > count(text, '(');
  return isExtra && text.endsWith(')') ? text.slice(0, -1) : text;
}

function count(text: string, letter: string): number {
  return text.split(letter).length - 1;
}

const membership =
  /^Player (.+?) with ID (\d{1,20}) (joined|removed from) tribe (.*?) with ID (\d{1,20})(?: (?:\w{1,20} )?by Player (.+) with ID (\d{1,20}))?\.$/s;

/** `Player Annie with ID 175703758 joined tribe Alpha with ID 9404640859 Invited by Player Bob with ID 7.` */
export function membershipChange(line: string): LogFact | undefined {
  const [, survivor, arkId, verb, tribeName, tribeId, by, byId] = membership.exec(line) ?? [];
  if (survivor === undefined || arkId === undefined || tribeName === undefined || tribeId === undefined)
    return undefined;
  if (count(line, ' with ID ') !== (by === undefined ? 2 : 3)) return undefined;
  return {
    kind: verb === 'joined' ? 'joined-tribe' : 'left-tribe',
    survivor,
    arkId,
    tribe: tribeName,
    tribeId,
    ...(by !== undefined && byId !== undefined && { by: { survivor: by, arkId: byId } }),
  };
}
