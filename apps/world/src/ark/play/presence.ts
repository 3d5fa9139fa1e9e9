import fs from 'node:fs';
import path from 'node:path';
import { games } from '../games.ts';
import { assertSafeId, type Survivor } from '../survivor.ts';
import type { Switches } from '../switches.ts';
import type { Game } from './game.ts';

/** The log speaks the server's language. */
const texts = {
  en: { joined: 'joined this ARK!', left: 'left this ARK!' },
  de: { joined: 'ist diesem ARK beigetreten!', left: 'hat dieses ARK verlassen!' },
} satisfies Record<Switches['log']['language'], Record<'joined' | 'left', string>>;

/** False for someone who is banned, or there already. */
export function join(game: Game, survivor: Survivor): boolean {
  assertSafeId(survivor.playerId);
  if (game.roster.has(survivor.playerId) || game.bans.has(survivor.playerId)) return false;
  if (survivor.tribe && !game.tribes.includes(survivor.tribe)) game.tribes.push(survivor.tribe);
  game.roster.add(survivor);
  writeProfile(game, survivor);
  recordPresence(game, survivor, 'joined');
  return true;
}

export function leave(game: Game, playerId: string): boolean {
  const survivor = game.roster.find(playerId);
  if (!survivor) return false;
  game.roster.remove(playerId);
  recordPresence(game, survivor, 'left');
  return true;
}

export function writeProfile(game: Game, survivor: Survivor): void {
  const { profile } = games[game.game];
  const file = path.join(game.places.savesFolder, `${survivor.playerId}.arkprofile`);
  fs.writeFileSync(file, profile(survivor), { mode: 0o600 });
}

function recordPresence(game: Game, survivor: Survivor, change: 'joined' | 'left'): void {
  const text = `${games[game.game].presenceName(survivor)} ${texts[game.switches.log.language][change]}`;
  game.chronicle.record(text);
  if (game.switches.presenceInChat) game.chronicle.chat(game.chronicle.stamped(text));
}
