import { readProfile } from '@tribehall/ark/saves/read-archive';
import { readTribe } from '@tribehall/ark/saves/read-archive';
import type { SavedTribe } from '@tribehall/ark/saves/save-rows';
import fs from 'node:fs';
import path from 'node:path';
import { clean, type DatedSurvivor, playerIdOf } from './serialize-row.ts';

/** A player's id, the survivor's number in the game, and its name. */
export type Identity = [playerId: string, arkId: string, name: string];

/** What the log and the chat said about a player, and when. */
export type LearnedIdentity = {
  playerId: string;
  /** From an admin's command. */
  arkId?: string;
  /** From the chat. */
  survivor?: string;
  platformName?: string;
  atMs: number;
};

/** Merges survivors from bodies, the store in the save and profile files into one entry each. */
export class SurvivorRegistry {
  readonly #survivors = new Map<string, DatedSurvivor>();
  readonly #savedAtMs: number;

  constructor(savedAtMs: number) {
    this.#savedAtMs = savedAtMs;
  }

  /** Existing values win unless the new ones are newer; gaps are filled from the other. */
  add(survivor: DatedSurvivor, isNewer = false): void {
    const known = this.#survivors.get(survivor.arkId);
    const [first, second] = isNewer || !known ? [survivor, known] : [known, survivor];
    const name = first.name || (second?.name ?? '');
    this.#survivors.set(survivor.arkId, { ...second, ...first, name });
  }

  all(): Iterable<DatedSurvivor> {
    return this.#survivors.values();
  }

  /**
   * Gives survivors whose player the save does not name one: a save of Survival Evolved has another id for players on Epic
   * than the game uses everywhere else. By the game's number, else by both names, if nobody else in the save has them. What
   * was learned after the save does not count: another player with the same names may have joined since.
   */
  identify(learned: readonly LearnedIdentity[]): void {
    const nameless = [...this.#survivors.values()].filter((survivor) => playerIdOf(survivor) === undefined);
    if (nameless.length === 0) return;
    const claims = new Map<string, Set<string>>();
    const claim = (arkId: string | undefined, playerId: string) => {
      if (arkId !== undefined) claims.set(arkId, (claims.get(arkId) ?? new Set()).add(playerId));
    };
    const older = learned.filter(({ atMs }) => atMs <= this.#savedAtMs);
    for (const { playerId, arkId } of older) claim(arkId, playerId);
    const certain = new Set(claims.keys());
    const byNames = this.#uniqueNames();
    for (const { playerId, survivor, platformName, arkId } of older) {
      const found = arkId === undefined ? byNames.get(namesOf(survivor, platformName)) : undefined;
      if (found !== undefined && !certain.has(found)) claim(found, playerId);
    }
    for (const survivor of nameless) {
      const [playerId, ...others] = claims.get(survivor.arkId) ?? [];
      if (playerId !== undefined && others.length === 0) this.#survivors.set(survivor.arkId, { ...survivor, playerId });
    }
  }

  /** Numbers of survivors by their names, where only one has both names. */
  #uniqueNames(): Map<string, string> {
    const found = new Map<string, string>();
    const ambiguous = new Set<string>();
    for (const { arkId, name, platformName } of this.#survivors.values()) {
      const names = namesOf(clean(name, 128), platformName && clean(platformName, 128));
      if (found.has(names)) ambiguous.add(names);
      found.set(names, arkId);
    }
    for (const names of [...ambiguous, '']) found.delete(names);
    return found;
  }

  /** A player who started over has several; the last one played wins. */
  identities(): Identity[] {
    const played = new Map<string, DatedSurvivor>();
    for (const survivor of this.#survivors.values()) {
      const playerId = playerIdOf(survivor);
      if (playerId === undefined) continue;
      const other = played.get(playerId);
      if (!other || this.#isLater(survivor, other)) played.set(playerId, survivor);
    }
    return [...played].map(([playerId, { arkId, name }]) => [playerId, arkId, clean(name, 128)]);
  }

  #isLater(one: DatedSurvivor, other: DatedSurvivor): boolean {
    if (one.loginAt !== undefined && other.loginAt !== undefined) return one.loginAt > other.loginAt;
    return this.#writtenAt(one) > this.#writtenAt(other);
  }

  #writtenAt({ writtenAt }: DatedSurvivor): number {
    return writtenAt?.getTime() ?? this.#savedAtMs;
  }
}

function namesOf(survivor: string | undefined, platformName: string | undefined): string {
  return survivor && platformName ? JSON.stringify([survivor, platformName]) : '';
}

/** A file beside the save, named by a player's id or a tribe's number. */
export type PlayerFile = { file: string; name: string; size: number; mtimeMs: number };
export type PlayerFiles = { profiles: PlayerFile[]; tribes: PlayerFile[] };

const maxFiles = 20_000;
const maxBytes = 16 * 1024 * 1024;

/** Lists the files that a game without `-usestore` stores beside its save. */
export function listPlayerFiles(folder: string): PlayerFiles {
  const names = fs.readdirSync(folder);
  const find = (ending: string) =>
    names
      .filter((name) => name.toLowerCase().endsWith(ending) && !name.toLowerCase().startsWith('localplayer'))
      .slice(0, maxFiles)
      .flatMap((name) => describe(path.join(folder, name), name.slice(0, -ending.length).toLowerCase()));
  return { profiles: find('.arkprofile'), tribes: find('.arktribe') };
}

/** Throws if the file is damaged or gone. */
export function readProfileFile(found: PlayerFile): DatedSurvivor {
  const { name, mtimeMs } = found;
  const survivor = readProfile(readBytes(found));
  const playerId = playerIdOf(survivor) ?? playerIdOf({ playerId: name });
  return { ...survivor, ...(playerId !== undefined && { playerId }), writtenAt: new Date(mtimeMs) };
}

export function readTribeFile(found: PlayerFile): SavedTribe {
  return readTribe(readBytes(found));
}

function readBytes({ file, size }: PlayerFile): Buffer {
  if (size > maxBytes) throw new Error(`The file is too big (${size} bytes).`);
  return fs.readFileSync(file);
}

function describe(file: string, name: string): PlayerFile[] {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  // The game creates them empty and fills them later.
  return stat?.isFile() && stat.size > 0 ? [{ file, name, size: stat.size, mtimeMs: stat.mtimeMs }] : [];
}
