import { tile } from '../land/house.ts';
import { createSites } from '../land/sites.ts';
import { kindOf, type StructureKind } from '../land/structure-kinds.ts';
import type { Spot, Structure } from '../land/structure.ts';
import { logForTribe, type Survivor, type Tribe } from '../survivor.ts';
import type { Game } from './game.ts';

export type Creature = { name: string; level: number };

/** A wild creature, or the id of a player who is online. */
export type Killer = Creature | string;

/** What the game shows each kind of line in, and writes beside it. */
const colours = {
  loss: '1, 0, 0, 1',
  tamed: '0, 1, 0, 1',
  demolished: '1, 1, 0, 1',
  kill: '1, 0, 1, 1',
  raid: '1, 0.75, 0.3, 1',
} as const;

/** No killer means an admin, hunger or a fall; the game does not log which. */
export function kill(game: Game, playerId: string, killer?: Killer): boolean {
  const survivor = game.roster.find(playerId);
  if (!survivor || game.roster.isDead(playerId)) return false;
  const murderer = typeof killer === 'string' ? game.roster.find(killer) : undefined;
  if (typeof killer === 'string' && !murderer) return false;
  game.roster.setDead(playerId, true);
  game.timers.after(game.switches.respawnMs, () => game.roster.setDead(playerId, false));
  if (murderer) recordMurder(game, survivor, murderer);
  else recordDeath(game, survivor, killer as Creature | undefined);
  return true;
}

function recordDeath(game: Game, { name, level, tribe }: Survivor, killer: Creature | undefined): void {
  const by = killer ? ` by ${withArticle(killer.name)} - Lvl ${killer.level}` : '';
  // Wild creatures have no tribe, but its brackets.
  game.serverLog.record(`${name} - Lvl ${level} (${tribe?.name ?? ''}) was killed${by}${killer ? ' ()' : ''}!`);
  if (tribe) recordForTribe(game, tribe, 'loss', `Tribemember ${name} - Lvl ${level} was killed${by}!`);
}

/** Ascended adds the murderer's number, in the victim's tribe without a space. */
function recordMurder(game: Game, { name, level, tribe }: Survivor, murderer: Survivor): void {
  const isAscended = game.game === 'asa';
  const victim = `${name} - Lvl ${level}`;
  const by = `${murderer.name} - Lvl ${murderer.level}`;
  const theirs = `(${murderer.tribe?.name ?? ''})`;
  const number = isAscended ? ` [KillerSID: ${murderer.arkId}]` : '';
  game.serverLog.record(`${victim} (${tribe?.name ?? ''}) was killed by ${by} ${theirs}!${number}`);
  const numbered = isAscended ? `${by}-${murderer.arkId}` : by;
  if (tribe) recordForTribe(game, tribe, 'loss', `Tribemember ${victim} was killed by ${numbered} ${theirs}!`);
  if (murderer.tribe)
    recordForTribe(game, murderer.tribe, 'kill', `Your Tribe killed ${victim} (${tribe?.name ?? ''})!`);
}

export function tame(game: Game, playerId: string, creature: Creature): boolean {
  const survivor = game.roster.find(playerId);
  if (!survivor) return false;
  const { name, tribe } = survivor;
  const tamed = `Tamed ${withArticle(creature.name)} - Lvl ${creature.level} (${creature.name})!`;
  game.serverLog.record(tribe ? `${name} of Tribe ${tribe.name} ${tamed}` : `Tribe  ${tamed}`);
  if (tribe) recordForTribe(game, tribe, 'tamed', `${name} ${tamed}`);
  return true;
}

/** The game logs demolition but not building. */
export function build(game: Game, playerId: string, label: string, isReplacement = false): boolean {
  const survivor = game.roster.find(playerId);
  const kind = kindOf(label);
  if (!survivor || !kind) return false;
  if (isReplacement && survivor.tribe) demolish(game, survivor, survivor.tribe, label);
  placeStructure(game, survivor, kind);
  return true;
}

function demolish(game: Game, survivor: Survivor, tribe: Tribe, label: string): void {
  const old = game.land.ofTeam(tribe.id).filter(({ kind }) => kind.label === label);
  if (old.length > 0) game.land.remove(game.land.random.pick(old).uuid);
  recordForTribe(game, tribe, 'demolished', `${survivor.name} demolished a '${label}'!`);
}

/** Someone breaks what another tribe has built. */
export function raid(game: Game): void {
  const { random } = game.land;
  const victim = random.pick(game.tribes);
  const standing = game.land.ofTeam(victim.id);
  if (standing.length === 0) return;
  const { uuid, kind } = random.pick(standing);
  game.land.remove(uuid);
  recordForTribe(game, victim, 'loss', `Your '${kind.label}' was destroyed!`);
  const attackers = game.tribes.filter((tribe) => tribe !== victim && !tribe.isLost);
  if (attackers.length === 0) return;
  const destroyed = `Rex - Lvl ${random.int(80, 240)} destroyed their '${kind.label} (${victim.name})')!`;
  recordForTribe(game, random.pick(attackers), 'raid', destroyed);
}

function recordForTribe(game: Game, tribe: Tribe, colour: keyof typeof colours, text: string): void {
  const dated = `${game.clock.text()}: <RichColor Color="${colours[colour]}">${text}</>`;
  // Real servers close each of these lines with a bracket that nothing has opened.
  const line = `Tribe ${tribe.name}, ID ${tribe.id}: ${dated})`;
  logForTribe(tribe, dated);
  if (game.switches.tribeLinesInLog) game.serverLog.record(line);
  if (game.switches.tribeLinesInChat) game.serverLog.chat(line);
}

function withArticle(name: string): string {
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`;
}

/** Next to a structure of the builder's team, or at a new site. */
function placeStructure(game: Game, builder: Survivor, kind: StructureKind): Structure {
  const { land } = game;
  const own = land.ofTeam(builder.tribe?.id ?? builder.arkId);
  const beside = own.length > 0 ? land.random.pick(own) : undefined;
  return land.add({
    kind,
    tribe: builder.tribe,
    builder,
    spot: beside ? nextTo(game, beside.spot) : createSites(land.random, game.map).next(),
    builtAt: game.clock.seconds(),
    health: kind.maxHealth,
    name: undefined,
    neighbours: beside ? [beside.uuid] : [],
    colours: [],
  });
}

function nextTo({ land: { random } }: Game, { x, y, z, yaw }: Spot): Spot {
  return { x: x + random.int(-2, 2) * tile, y: y + random.int(-2, 2) * tile, z, yaw };
}
