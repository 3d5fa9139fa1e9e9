import type { ReplyInput } from '@tribehall/contract';
import type { StructurePoints } from '@tribehall/contract/shared/structure-points';
import { buildPoints, buildStructures, pointsReply } from './structures.ts';

type Info = ReplyInput<'GET /ark/servers/{id}/structures'>;
type Structure = ReplyInput<'GET /ark/servers/{id}/structures/{structureId}'>;
type Tribe = ReplyInput<'GET /ark/servers/{id}/tribes/{tribeId}'>;

const daySeconds = 86_400;
export const hostileName = '<b>=cmd()\u202e\u0000evil';

/** Relative to now, so that tests do not age; plus a minute, because the page's clock may lag. */
const secondsAgo = (days: number): number => Math.floor(Date.now() / 1000) - days * daySeconds - 60;
export const daysAgo = (days: number): string => new Date(secondsAgo(days) * 1000).toISOString();

export function buildSave(changes: Partial<Info['save']> = {}): Info['save'] {
  return {
    savedAt: daysAgo(0.1),
    readAt: daysAgo(0.1),
    format: 'ASA 14',
    objectCount: 4_542,
    failureCount: 0,
    structureCount: 4,
    tribeCount: 2,
    survivorCount: 2,
    readingSince: null,
    error: null,
    ...changes,
  };
}

export function buildInfo(changes: Partial<Info> = {}): Info {
  return buildStructures({ save: buildSave(), visibleTo: 'tribes', ...changes });
}

/** Four structures: three of a tribe that was here yesterday, one of somebody who has been away for 40 days. */
export function buildFour(): StructurePoints {
  return buildPoints({
    savedAt: secondsAgo(0),
    classes: ['StorageBox_Large_C', 'Wall_Stone_C', 'Campfire_C'],
    tribes: [
      { id: 1_111_111_111, name: 'Porters', lastActiveAt: secondsAgo(1) },
      { id: 222, name: hostileName, lastActiveAt: secondsAgo(40) },
    ],
    owners: [
      { arkId: '', name: '' },
      { arkId: '11', name: 'Mira' },
      { arkId: '222', name: 'Otto' },
    ],
    rows: [
      { id: 101, owner: 1, builtAt: secondsAgo(3), firstSeenAt: secondsAgo(3) },
      { id: 102, x: 6850, y: -6850, class: 1, owner: 1, builtAt: secondsAgo(2), firstSeenAt: secondsAgo(2) },
      { id: 103, x: -6850, y: 13_700, class: 1, firstSeenAt: secondsAgo(5) },
      {
        id: 104,
        x: 68_500,
        y: -68_500,
        class: 2,
        tribe: 1,
        owner: 2,
        builtAt: secondsAgo(50),
        firstSeenAt: secondsAgo(45),
      },
    ],
  });
}

export function fourReply(): Response {
  return pointsReply(buildFour());
}

export function buildStructure(changes: Partial<Structure> = {}): Structure {
  return {
    id: 101,
    saveId: 'aabbccdd00112233aabbccdd00112233',
    className: 'StorageBox_Large_C',
    name: 'Meat and berries',
    tribe: { id: 1_111_111_111, name: 'Porters' },
    owner: { arkId: '11', name: 'Mira', playerId: '76561198000000001' },
    x: 6850.4,
    y: -13_700.2,
    z: 1234.9,
    health: 500,
    maxHealth: 10_000,
    builtAt: daysAgo(3),
    firstSeenAt: daysAgo(2),
    lastSeenAt: daysAgo(0.1),
    goneAt: null,
    ownersSeenAt: daysAgo(1),
    ...changes,
  };
}

export function buildMember(changes: Partial<Tribe['members'][number]> = {}): Tribe['members'][number] {
  return {
    arkId: '11',
    playerId: '76561198000000001',
    name: 'Mira',
    platformName: 'mira_on_steam',
    level: 105,
    lastSeenAt: daysAgo(1),
    isOnline: false,
    goneAt: null,
    isOwner: true,
    isAdmin: true,
    ...changes,
  };
}

export function buildTribe(changes: Partial<Tribe> = {}): Tribe {
  return {
    id: 1_111_111_111,
    name: 'Porters',
    isTribe: true,
    memberCount: 1,
    structureCount: 3,
    lastActiveAt: daysAgo(1),
    goneAt: null,
    firstSeenAt: daysAgo(90),
    members: [buildMember()],
    classes: [
      { className: 'Wall_Stone_C', count: 2 },
      { className: 'StorageBox_Large_C', count: 1 },
    ],
    log: null,
    ...changes,
  };
}
