import type { Game } from '../play/game.ts';
import type { Survivor } from '../survivor.ts';
import { tile } from './house.ts';
import { createSites } from './sites.ts';
import type { Spot, Structure } from './structure.ts';
import type { StructureKind } from './structure-kinds.ts';

/** Beside something that the builder or his tribe has, or somewhere new. */
export function placeStructure(game: Game, builder: Survivor, kind: StructureKind): Structure {
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
