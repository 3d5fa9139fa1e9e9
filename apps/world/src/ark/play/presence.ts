import { games } from '../games.ts';
import { createSites } from '../land/sites.ts';
import type { Spot } from '../land/structure.ts';
import { writeProfile } from '../saves/profile-files.ts';
import { assertSafeId, logForTribe, type Survivor, type Tribe } from '../survivor.ts';
import type { Switches } from '../switches.ts';
import type { Citizen } from './census.ts';
import type { Game } from './game.ts';

/** The log speaks the server's language. */
const texts = {
  en: { joined: 'joined this ARK!', left: 'left this ARK!' },
  de: { joined: 'ist diesem ARK beigetreten!', left: 'hat dieses ARK verlassen!' },
} satisfies Record<Switches['log']['language'], Record<'joined' | 'left', string>>;

/** Returns false for players who are banned, not allowed in or already online. */
export function join(game: Game, survivor: Survivor): boolean {
  assertSafeId(survivor.playerId);
  if (game.roster.has(survivor.playerId)) return false;
  // Written for everyone who connects, before the game decides.
  if (game.game === 'asa') noteAddress(game, survivor);
  if (!isAllowed(game, survivor.playerId)) return false;
  if (survivor.tribe && !game.tribes.includes(survivor.tribe)) game.tribes.push(survivor.tribe);
  game.roster.add(survivor);
  const isFounder = survivor.tribe !== undefined && survivor.tribe.ownerArkId === undefined;
  writeProfile(game, comeHome(game, survivor));
  recordPresence(game, survivor, 'joined');
  if (isFounder) recordMembership(game, survivor);
  return true;
}

/** The lists are read for each player who connects. */
function isAllowed({ switches, bans, joinNoCheck, exclusiveJoin }: Game, playerId: string): boolean {
  if (bans.has(playerId)) return false;
  return !switches.exclusiveJoin || joinNoCheck.has(playerId) || exclusiveJoin.has(playerId);
}

/** Players wake up where they logged out; new ones start at their base, or anywhere. */
function comeHome(game: Game, survivor: Survivor): Citizen {
  const { census, clock } = game;
  const spot = census.find(survivor.playerId)?.spot ?? homeOf(game, survivor);
  const citizen = { survivor, loginAt: clock.seconds(), spot };
  census.note(citizen);
  if (survivor.tribe) takeUp(survivor.tribe, survivor, clock.text());
  return citizen;
}

function homeOf({ land, map }: Game, { tribe, arkId }: Survivor): Spot {
  const own = land.ofTeam(tribe?.id ?? arkId);
  return own.length > 0 ? { ...land.random.pick(own).spot } : createSites(land.random, map).next();
}

/** The first member owns a new tribe. */
function takeUp(tribe: Tribe, { name, arkId }: Survivor, time: string): void {
  if (tribe.ownerArkId !== undefined) return;
  tribe.ownerArkId = arkId;
  tribe.adminArkIds.push(arkId);
  logForTribe(tribe, `${time}: <RichColor Color="0, 1, 1, 1">${name} was added to the Tribe!</>`);
}

function recordMembership(game: Game, { name, arkId, tribe }: Survivor): void {
  if (tribe) game.serverLog.record(`Player ${name} with ID ${arkId} joined tribe ${tribe.name} with ID ${tribe.id}.`);
}

export function leave(game: Game, playerId: string): boolean {
  const survivor = game.roster.find(playerId);
  if (!survivor) return false;
  game.roster.remove(playerId);
  recordPresence(game, survivor, 'left');
  return true;
}

/** Addresses that are reserved for documentation. */
function noteAddress(game: Game, { playerId, arkId }: Survivor): void {
  game.serverLog.note(`IP for incoming account ${playerId} - IP 192.0.2.${arkId % 250}`);
}

function recordPresence(game: Game, survivor: Survivor, change: 'joined' | 'left'): void {
  const text = `${games[game.game].presenceName(survivor)} ${texts[game.switches.log.language][change]}`;
  game.serverLog.record(text);
  if (game.switches.presenceInChat) game.serverLog.chat(game.serverLog.stamped(text));
}
