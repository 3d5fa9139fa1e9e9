import type { LogEvent } from '@tribehall/ark/logs/log-lines';
import type { OnlinePlayer } from '@tribehall/ark/rcon/replies';
import { cleanText } from '../../clean-text.ts';
import type { SavedIdentity } from '../../saves/save-folder.ts';
import { nameKey, onlyOne } from '../chat/chat-memory.ts';
import type { IdentityMemory, LearnedAbout } from './identity-notes.ts';
import type { Profiles } from './profiles.ts';

/** How reliable a survivor's name is; a later one of the same or a better source wins. */
const sources = { recalled: 1, heard: 1, profile: 2, chat: 3, tribe: 3 } as const;

type Known = { survivor?: string; survivorSource?: number };

/** Maps players to their ids, platform names, survivors and the game's own numbers. */
export type Identities = {
  /** Sets who is online. */
  setOnline(players: readonly OnlinePlayer[]): void;
  /** Returns whether anything new was learned. */
  learn(fact: LogEvent): boolean;
  /** Reads the profiles of these players. Returns whether anything new was found. */
  readProfiles(playerIds: readonly string[]): Promise<boolean>;
  /** The id behind a name in the chat, if it is certain. */
  idOf(name: string, survivor?: string): string | undefined;
  survivorOf(playerId: string): string | undefined;
  /** The player behind a survivor's name, if only one has it: of those who are online, else of all who are known. */
  idOfSurvivor(survivor: string): string | undefined;
  /** With the letters that RCON lost, if the log had them. */
  nameOf(player: OnlinePlayer): string;
  arkIdOf(playerId: string): Promise<string | undefined>;
};

type Options = {
  isAsciiOnly: boolean;
  profiles: Profiles | undefined;
  /** From the last world save: a game with `-usestore` has no profile files. */
  savedIdentityOf?(playerId: string): SavedIdentity | undefined;
  memory: IdentityMemory;
};

const maxKnown = 5_000;
const maxNames = 2_000;
const maxHeard = 100;
const maxNameLength = 128;

export function createIdentities({ isAsciiOnly, profiles, memory, ...options }: Options): Identities {
  const known = new Map<string, Known>();
  const namesInLog = new Map<string, Set<string>>();
  /** Survivors of players who chatted before the player list showed them. */
  const heard = new Map<string, string>();
  /** Survivors by the game's own number, from tribes that they joined. */
  const members = new Map<string, string>();
  /** Players by the survivors they have or had. */
  const namesakes = new Map<string, Set<string>>();
  let online: readonly OnlinePlayer[] = [];

  const about = (playerId: string) => {
    const entry = known.get(playerId) ?? {};
    known.delete(playerId);
    known.set(playerId, entry);
    shrink(known, maxKnown);
    return entry;
  };
  const remember = (what: LearnedAbout, playerId: string, value: string) => {
    if (memory.recall(what, playerId) !== value) memory.store(what, playerId, value);
  };
  const setSurvivor = (playerId: string, name: string | undefined, source: keyof typeof sources) => {
    const survivor = cleanText(name ?? '', maxNameLength);
    const entry = about(playerId);
    if (survivor === '' || (entry.survivorSource ?? 0) > sources[source]) return false;
    const isNew = entry.survivor !== survivor;
    Object.assign(entry, { survivor, survivorSource: sources[source] });
    namesakes.set(survivor, (namesakes.get(survivor) ?? new Set()).add(playerId));
    shrink(namesakes, maxKnown);
    if (source === 'chat' || source === 'tribe') remember('survivor', playerId, survivor);
    return isNew;
  };
  const learnArkId = (playerId: string, arkId: string) => {
    remember('arkId', playerId, arkId);
    return setSurvivor(playerId, members.get(arkId), 'tribe');
  };
  const learnMember = ({ survivor, arkId }: { survivor: string; arkId: string }) => {
    members.set(arkId, survivor);
    shrink(members, maxKnown);
    const player = online.find(({ id }) => memory.recall('arkId', id) === arkId);
    return player !== undefined && setSurvivor(player.id, survivor, 'tribe');
  };
  const idOf = (name: string, survivor?: string) => {
    const exact = online.filter((player) => player.name === name);
    const alike = exact.length > 0 ? exact : online.filter((player) => nameKey(player.name) === nameKey(name));
    if (alike.length <= 1) return alike[0]?.id;
    // Nobody may get another player's messages by taking their name, so all survivors among them must be known.
    const survivors = alike.map(({ id }) => known.get(id)?.survivor);
    if (survivor === undefined || survivors.includes(undefined)) return undefined;
    return onlyOne(alike.filter((_player, index) => survivors[index] === survivor))?.id;
  };

  /** An orphaned profile, from before the game was started with `-usestore`, is older than the world save. */
  const findSaved = async (playerId: string) => {
    const saved = options.savedIdentityOf?.(playerId);
    const profile = await profiles?.find(playerId);
    return saved && (!profile || profile.mtimeMs < saved.savedAtMs) ? saved : profile;
  };

  return {
    setOnline(players) {
      online = players;
      for (const { id } of players) if (!known.has(id)) setSurvivor(id, memory.recall('survivor', id), 'recalled');
      for (const [name, survivor] of heard) {
        const id = idOf(name);
        if (id !== undefined) setSurvivor(id, survivor, 'heard');
        if (id !== undefined) heard.delete(name);
      }
    },
    learn(fact) {
      if (isAsciiOnly && 'name' in fact && fact.name !== nameKey(fact.name)) rememberName(namesInLog, fact.name);
      if (fact.kind === 'chat') {
        const id = idOf(fact.name, fact.survivor);
        if (id !== undefined && isEpicId(id)) remember('platformName', id, cleanText(fact.name, maxNameLength));
        if (id !== undefined) return setSurvivor(id, fact.survivor, 'chat');
        heard.set(fact.name, fact.survivor);
        shrink(heard, maxHeard);
        return false;
      }
      if (fact.kind === 'joined-tribe') return learnMember(fact);
      // Its name is the platform's, not the survivor's.
      if (fact.kind !== 'admin-command' || fact.playerId === undefined) return false;
      return learnArkId(fact.playerId, fact.arkId);
    },
    async readProfiles(playerIds) {
      const found = await Promise.all(playerIds.map(async (id) => ({ id, saved: await findSaved(id) })));
      return found.map(({ id, saved }) => setSurvivor(id, saved?.survivor, 'profile')).includes(true);
    },
    idOf,
    survivorOf: (playerId) => known.get(playerId)?.survivor,
    idOfSurvivor: (survivor) => {
      const bearers = [...(namesakes.get(survivor) ?? [])].filter((id) => known.get(id)?.survivor === survivor);
      const present = online.filter(({ id }) => bearers.includes(id)).map(({ id }) => id);
      return onlyOne(present.length > 0 ? present : bearers);
    },
    nameOf: ({ name }) => onlyOne([...(namesInLog.get(name) ?? [])]) ?? name,
    arkIdOf: async (playerId) => (await findSaved(playerId))?.arkId ?? memory.recall('arkId', playerId),
  };
}

/** Survival Evolved saves do not contain these ids. */
function isEpicId(playerId: string): boolean {
  return /^\d{18,20}$/.test(playerId);
}

function rememberName(names: Map<string, Set<string>>, name: string): void {
  const key = nameKey(name);
  names.set(key, (names.get(key) ?? new Set()).add(name));
  shrink(names, maxNames);
}

function shrink(map: Map<string, unknown>, max: number): void {
  for (const key of map.keys()) {
    if (map.size <= max) return;
    map.delete(key);
  }
}
