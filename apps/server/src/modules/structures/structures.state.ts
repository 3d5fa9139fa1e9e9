import type { ArkMap } from '@tribehall/ark/maps/ark-map';
import type { Config } from '../../config.ts';
import { createCache, type Cache } from '../../platform/cache.ts';
import { lazy } from '../../platform/lazy.ts';
import {
  createKeyedSemaphore,
  createSemaphore,
  type KeyedSemaphore,
  type Semaphore,
} from '../../platform/semaphore.ts';
import { readOwnMaps } from './map/maps.service.ts';
import { sizeOfTeams, type ServerTeams } from './tribes/teams.ts';

const maxCachedPointBytes = 64 * 1024 * 1024;
const maxCachedPeople = 500_000;

export type StructuresState = {
  /** The operator's maps, in addition to those of the game. */
  ownMaps: () => ArkMap[];
  /** Compressed points, by their tag: shared by all callers who see the same. */
  points: Cache<Buffer>;
  pointBuilds: Semaphore;
  teams: Cache<ServerTeams>;
  teamReads: Semaphore;
  exports: KeyedSemaphore;
  /** Nobody needs longer for an export. */
  exportMs: number;
};

export function createStructuresState(config: Config): StructuresState {
  return {
    ownMaps: lazy(() => readOwnMaps(config)),
    points: createCache({ maxSize: maxCachedPointBytes, sizeOf: (gzipped) => gzipped.length }),
    pointBuilds: createSemaphore({ parallel: 2, waiting: 100 }),
    teams: createCache({ maxSize: maxCachedPeople, sizeOf: sizeOfTeams }),
    teamReads: createSemaphore({ parallel: 2, waiting: 1_000 }),
    exports: createKeyedSemaphore({ perKey: 1, total: 4 }),
    exportMs: 10 * 60 * 1000,
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    structures: StructuresState;
  }
}
