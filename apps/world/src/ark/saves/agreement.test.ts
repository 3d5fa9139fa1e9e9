import fs from 'node:fs';
import path from 'node:path';
import { readProfile } from '@tribehall/ark/saves/read-archive';
import { readTribe } from '@tribehall/ark/saves/read-archive';
import type { SavedRow, SavedStructure, SavedSurvivor, SavedTribe } from '@tribehall/ark/saves/save-rows';
import { cleanText } from '@tribehall/ark/saves/saved-values';
import { withoutRichColor } from '@tribehall/ark/text/unsafe-text';
import { describe, expect, it } from 'vitest';
import { teamOf, type Structure } from '../land/structure.ts';
import { furniture } from '../land/structure-kinds.ts';
import type { Citizen } from '../play/census.ts';
import type { Game } from '../play/game.ts';
import { join } from '../play/presence.ts';
import type { Tribe } from '../survivor.ts';
import { readWorld, populatedWorld, type PopulatedWorld } from './saves.fixture.ts';

// Thousands of objects each time: a limit is for what hangs.

const hostile = [
  '\u202Eesrever',
  'a\u0000b\u0007c\r\nd',
  'x'.repeat(200),
  '🦖🔥 恐竜 שלום',
  '=1+1',
  '<RichColor Color="1,0,0,1">Red</>',
];

/** People, tribes and boxes with names that nobody expects. */
function addHostile({ game, cast }: PopulatedWorld): void {
  for (const [index, text] of hostile.entries()) {
    const survivor = cast({ name: text, platformName: `${text}!`, tribeName: `${text}?`, level: index + 1 });
    join(game, survivor);
    const citizen = game.census.find(survivor.playerId);
    if (citizen) citizen.spot = { x: index, y: -index, z: 2, yaw: 0 };
    game.land.add({
      kind: furniture.smallBox,
      tribe: index % 2 ? survivor.tribe : undefined,
      builder: survivor,
      spot: { x: 100.5, y: -200.25, z: 3, yaw: 90 },
      builtAt: 1_234,
      health: 17,
      name: text,
      neighbours: [],
      colours: [1, 2, 3],
    });
  }
}

const clean = (text: string | undefined, max?: number) => cleanText(text, max);

/** What is left out, and what is undefined, is the same. */
const plain = <T extends object>(row: T) => JSON.parse(JSON.stringify(row)) as T;

function expectedStructure(game: Game, structure: Structure): SavedStructure {
  const { kind, uuid, id, builder, spot, health, builtAt, name } = structure;
  const team = teamOf(structure);
  return {
    id: game.game === 'asa' ? uuid : String(id),
    className: kind.className,
    teamId: team.id,
    teamName: clean(team.name),
    ownerArkId: String(builder.arkId),
    ownerName: clean(builder.name),
    name: clean(name, 200),
    place: { x: spot.x, y: spot.y, z: spot.z },
    health,
    maxHealth: kind.maxHealth,
    builtAt,
  } as SavedStructure;
}

function expectedTribe(game: Game, tribe: Tribe): SavedTribe {
  return {
    id: tribe.id,
    name: clean(tribe.name) ?? '',
    ownerArkId: String(tribe.ownerArkId),
    adminArkIds: tribe.adminArkIds.map(String),
    members: game.census
      .ofTribe(tribe)
      .map(({ survivor }) => ({ arkId: String(survivor.arkId), name: clean(survivor.name) ?? '' })),
    log: tribe.log.map((line) => clean(withoutRichColor(line), 500) ?? ''),
  };
}

function expectedSurvivor({ survivor, loginAt, spot }: Citizen, parts: { isProfile?: true; isBody?: true }) {
  return {
    arkId: String(survivor.arkId),
    playerId: survivor.playerId,
    name: clean(survivor.name),
    platformName: clean(survivor.platformName),
    loginAt,
    ...(parts.isProfile && { level: survivor.level }),
    teamId: survivor.tribe?.id ?? (parts.isBody && spot ? survivor.arkId : undefined),
    ...(parts.isBody && spot && { place: { x: spot.x, y: spot.y, z: spot.z } }),
  } as SavedSurvivor;
}

const byId = <T>(rows: readonly T[], idOf: (row: T) => string) =>
  new Map(rows.map((row) => [idOf(row), plain(row as object)]));
const only = <Kind extends SavedRow['kind']>(rows: SavedRow[], kind: Kind) =>
  rows.filter((row): row is Extract<SavedRow, { kind: Kind }> => row.kind === kind);

describe.each(['asa', 'ase'] as const)('a world of %s', (name) => {
  it('is read back unchanged: every structure, and nothing else as one', async () => {
    const world = populatedWorld(name, 600);
    addHostile(world);
    const { game, saver } = world;
    await saver.write();
    const { head, rows, report } = readWorld(game);
    expect(report).toMatchObject({ failureCount: 0, failures: [] });
    expect(head).toMatchObject({ game: name, version: name === 'asa' ? 14 : 12, map: game.map });
    expect(Math.abs(head.gameTime - game.clock.seconds())).toBeLessThan(60);
    const structures = only(rows, 'structure').map(({ structure }) => structure);
    const expected = [...game.land.structures()].map((structure) => expectedStructure(game, structure));
    expect(expected.length).toBeGreaterThan(450);
    expect(byId(structures, ({ id }) => id)).toEqual(byId(expected, ({ id }) => id));
  });

  it('has its tribes and survivors beside it, in files', async () => {
    const world = populatedWorld(name, 200);
    addHostile(world);
    const { game, saver } = world;
    await saver.write();
    const files = fs.readdirSync(game.files.savesFolder);
    const readAll = <T>(end: string, read: (bytes: Buffer) => T) =>
      files
        .filter((file) => file.endsWith(end))
        .map((file) => read(fs.readFileSync(path.join(game.files.savesFolder, file))));
    const tribes = readAll('.arktribe', readTribe);
    const expectedTribes = game.tribes.map((tribe) => expectedTribe(game, tribe));
    expect(byId(tribes, ({ id }) => String(id))).toEqual(byId(expectedTribes, ({ id }) => String(id)));
    const survivors = readAll('.arkprofile', readProfile);
    const expected = game.census.all().map((citizen) => expectedSurvivor(citizen, { isProfile: true }));
    expect(byId(survivors, ({ arkId }) => arkId)).toEqual(byId(expected, ({ arkId }) => arkId));
    expect(JSON.stringify([tribes, survivors])).not.toContain('192.0.2.');
  });

  it('contains the positions of bodies', async () => {
    const { game, saver } = populatedWorld(name, 200);
    await saver.write();
    const bodies = game.census.all().filter(({ spot }) => spot);
    expect(bodies.length).toBeGreaterThan(5);
    const survivors = only(readWorld(game).rows, 'survivor').map(({ survivor }) => survivor);
    const expected = bodies.map((citizen) => expectedSurvivor(citizen, { isBody: true }));
    expect(byId(survivors, ({ arkId }) => arkId)).toEqual(byId(expected, ({ arkId }) => arkId));
  });
});

it('stores tribes and survivors inside an Ascended world that has a store', async () => {
  const world = populatedWorld('asa', 200);
  world.game.switches.save.usesStore = true;
  addHostile(world);
  const { game, saver } = world;
  await saver.write();
  expect(fs.readdirSync(game.files.savesFolder)).toEqual([path.basename(game.files.worldFile)]);
  const { rows } = readWorld(game);
  const tribes = only(rows, 'tribe').map(({ tribe }) => tribe);
  const expectedTribes = game.tribes.map((tribe) => expectedTribe(game, tribe));
  expect(byId(tribes, ({ id }) => String(id))).toEqual(byId(expectedTribes, ({ id }) => String(id)));
  const survivors = only(rows, 'survivor').map(({ survivor }) => survivor);
  const expected = game.census.all().map((citizen) => expectedSurvivor(citizen, { isProfile: true, isBody: true }));
  expect(byId(survivors, ({ arkId }) => arkId)).toEqual(byId(expected, ({ arkId }) => arkId));
});
