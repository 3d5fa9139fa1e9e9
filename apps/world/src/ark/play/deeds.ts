import { tile } from '../land/house.ts';
import { createSites } from '../land/sites.ts';
import { kindOf, type StructureKind } from '../land/structure-kinds.ts';
import type { Spot, Structure } from '../land/structure.ts';
import { logForTribe, type Survivor, type Tribe } from '../survivor.ts';
import type { Game } from './game.ts';

export type Creature = { name: string; level: number };

/** No killer means an admin, hunger or a fall; the game does not log which. */
export function kill(game: Game, playerId: string, killer?: Creature): boolean {
  const survivor = game.roster.find(playerId);
  if (!survivor || game.roster.isDead(playerId)) return false;
  game.roster.setDead(playerId, true);
  game.timers.after(game.switches.respawnMs, () => game.roster.setDead(playerId, false));
  const by = killer ? ` by ${withArticle(killer.name)} - Lvl ${killer.level}` : '';
  const fate = `${survivor.name} - Lvl ${survivor.level} was killed${by}!`;
  if (survivor.tribe) recordForTribe(game, survivor.tribe, `Tribemember ${fate}`);
  else game.serverLog.record(fate);
  return true;
}

export function tame(game: Game, playerId: string, creature: Creature): boolean {
  const survivor = game.roster.find(playerId);
  if (!survivor) return false;
  const { name, level } = creature;
  if (survivor.tribe) {
    const tamed = `${survivor.name} Tamed ${withArticle(name)} - Lvl ${level}!`;
    recordForTribe(game, survivor.tribe, `<RichColor Color="1,1,0,1">${tamed}</>`);
  } else {
    game.serverLog.record(`Tribe Tribe of ${survivor.name} Tamed ${withArticle(name)} - Lvl ${level} (${name})!`);
  }
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
  recordForTribe(game, tribe, `<RichColor Color="1, 1, 0, 1">${survivor.name} demolished a '${label}'!</>`);
}

/** Someone breaks what another tribe has built. */
export function raid(game: Game): void {
  const { random } = game.land;
  const victim = random.pick(game.tribes);
  const standing = game.land.ofTeam(victim.id);
  if (standing.length === 0) return;
  const { uuid, kind } = random.pick(standing);
  game.land.remove(uuid);
  recordForTribe(game, victim, `<RichColor Color="1, 0, 0, 1">Your ${kind.label} was destroyed!</>`);
}

function recordForTribe(game: Game, tribe: Tribe, text: string): void {
  const dated = `${game.clock.text()}: ${text}`;
  const line = `Tribe ${tribe.name}, ID ${tribe.id}: ${dated}`;
  logForTribe(tribe, dated);
  game.serverLog.record(line);
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
