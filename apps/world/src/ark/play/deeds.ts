import type { Survivor, Tribe } from '../survivor.ts';
import type { Game } from './game.ts';

export type Creature = { name: string; level: number };

/** Without a killer it was an admin, or hunger, or a fall: the game does not say. */
export function kill(game: Game, playerId: string, killer?: Creature): boolean {
  const survivor = game.roster.find(playerId);
  if (!survivor || game.roster.isDead(playerId)) return false;
  game.roster.setDead(playerId, true);
  game.timers.after(game.switches.respawnMs, () => game.roster.setDead(playerId, false));
  const by = killer ? ` by ${withArticle(killer.name)} - Lvl ${killer.level}` : '';
  const fate = `${survivor.name} - Lvl ${survivor.level} was killed${by}!`;
  if (survivor.tribe) recordForTribe(game, survivor.tribe, `Tribemember ${fate}`);
  else game.chronicle.record(fate);
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
    game.chronicle.record(`Tribe Tribe of ${survivor.name} Tamed ${withArticle(name)} - Lvl ${level} (${name})!`);
  }
  return true;
}

/** Placing leaves no line in the log; taking the old piece away does. */
export function build(game: Game, playerId: string, structure: string, isReplacement = false): boolean {
  const survivor = game.roster.find(playerId);
  if (!survivor?.tribe) return false;
  if (!isReplacement) survivor.tribe.structures += 1;
  else demolish(game, survivor, survivor.tribe, structure);
  return true;
}

function demolish(game: Game, survivor: Survivor, tribe: Tribe, structure: string): void {
  recordForTribe(game, tribe, `<RichColor Color="1, 1, 0, 1">${survivor.name} demolished a '${structure}'!</>`);
}

function recordForTribe(game: Game, tribe: Tribe, text: string): void {
  const line = `Tribe ${tribe.name}, ID ${tribe.id}: ${game.clock.text()}: ${text}`;
  game.chronicle.record(line);
  if (game.switches.tribeLinesInChat) game.chronicle.chat(line);
}

function withArticle(name: string): string {
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`;
}
