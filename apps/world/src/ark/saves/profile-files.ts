import fs from 'node:fs';
import path from 'node:path';
import type { Citizen } from '../play/census.ts';
import type { Game } from '../play/game.ts';
import type { Tribe } from '../survivor.ts';
import type { Archives } from './archive.ts';
import { asaArchives } from './asa/asa-archives.ts';
import { aseArchives } from './ase/ase-objects.ts';

const archives = { ase: aseArchives, asa: asaArchives } satisfies Record<Game['game'], Archives>;
const secret = { mode: 0o600 };

/** Written as soon as a player joins; a world with a store has no such file. */
export function writeProfile(game: Game, citizen: Citizen): void {
  if (game.switches.save.usesStore) return;
  fs.writeFileSync(profileFile(game, citizen), profileBytes(game, citizen), secret);
}

/** The files beside a world: of online players, of players without a file, and of all tribes. */
export async function writeProfilesAndTribes(game: Game): Promise<void> {
  if (game.switches.save.usesStore) return;
  for (const citizen of game.census.all()) {
    const file = profileFile(game, citizen);
    const isOnline = game.roster.has(citizen.survivor.playerId);
    if (!isOnline && fs.existsSync(file)) continue;
    await fs.promises.writeFile(file, profileBytes(game, citizen), secret);
    // The file of an offline player was last written when they played.
    const playedAt = game.clock.wallTime(citizen.loginAt);
    if (!isOnline) await fs.promises.utimes(file, playedAt, playedAt);
  }
  for (const tribe of game.tribes) await fs.promises.writeFile(tribeFile(game, tribe), tribeBytes(game, tribe), secret);
}

function profileFile({ files }: Game, { survivor }: Citizen): string {
  return path.join(files.savesFolder, `${survivor.playerId}.arkprofile`);
}

function profileBytes({ game, map }: Game, citizen: Citizen): Buffer {
  return archives[game].profile(citizen, map);
}

function tribeFile({ files }: Game, { id }: Tribe): string {
  return path.join(files.savesFolder, `${id}.arktribe`);
}

function tribeBytes({ game, map, census }: Game, tribe: Tribe): Buffer {
  const members = census.ofTribe(tribe).map(({ survivor }) => survivor);
  return archives[game].tribe(tribe, members, map);
}
