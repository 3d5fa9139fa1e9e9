import type { Structure } from '../land/structure.ts';
import type { Citizen } from '../play/census.ts';
import type { Game } from '../play/game.ts';
import { backupStamp } from '../play/stamps.ts';
import {
  derivedKey,
  inventoryKey,
  writeInventoryData,
  writeItemData,
  writePawnData,
  writeStructureData,
} from './object-data.ts';
import { wildObjects } from './wild-objects.ts';
import type { WorldObject } from './world-object.ts';

const itemsPerBox = 2;
const blueprints = '/Game/PrimalEarth/CoreBlueprints';

/** Everything that a save of this world holds: what was built with what is inside, bodies, and what nobody owns. */
export function* worldObjects(game: Game): Generator<WorldObject> {
  for (const structure of game.land.structures()) {
    yield structureObject(game, structure);
    if (structure.kind.hasInventory) yield* inventoryObjects(structure);
  }
  for (const citizen of game.census.all()) if (citizen.spot) yield pawnObject(citizen);
  yield* wildObjects(game.map, game.land);
}

const ownName = ({ kind, id }: Structure) => `${kind.className}_${id}`;

function structureObject({ clock }: Game, structure: Structure): WorldObject {
  const { kind, uuid, spot, builtAt } = structure;
  return {
    key: uuid,
    className: kind.className,
    directory: kind.directory,
    role: 'actor',
    names: [ownName(structure)],
    spot,
    write: (list) => writeStructureData(list, structure, backupStamp(clock.wallTime(builtAt))),
  };
}

function* inventoryObjects(structure: Structure): Generator<WorldObject> {
  const key = inventoryKey(structure);
  const items = Array.from({ length: itemsPerBox }, (_, index) => derivedKey(structure.uuid, String(index)));
  yield {
    key,
    className: 'PrimalInventoryBP_StorageBox_C',
    directory: `${blueprints}/Inventories`,
    role: 'component',
    names: ['PrimalInventoryBP_StorageBox_C1', ownName(structure)],
    spot: undefined,
    write: (list) => writeInventoryData(list, items),
  };
  for (const [index, item] of items.entries()) {
    yield {
      key: item,
      className: index === 0 ? 'PrimalItemResource_Metal_C' : 'PrimalItemResource_Stone_C',
      directory: `${blueprints}/Resources`,
      role: 'item',
      names: [`PrimalItemResource_C_${structure.id}`],
      spot: undefined,
      write: (list) => writeItemData(list, key, 1 + (structure.id % 200)),
    };
  }
}

function pawnObject(citizen: Citizen): WorldObject {
  const { playerId, arkId } = citizen.survivor;
  const key = Buffer.from(`${playerId}${arkId}`.slice(-16).padStart(16, '#'), 'latin1').toString('hex');
  const className = arkId % 2 === 0 ? 'PlayerPawnTest_Female_C' : 'PlayerPawnTest_Male_C';
  return {
    key,
    className,
    directory: blueprints,
    role: 'character',
    names: [`${className}_${arkId}`],
    spot: citizen.spot,
    write: (list) => writePawnData(list, citizen, key),
  };
}
