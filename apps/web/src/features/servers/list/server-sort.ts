import type { ServerState } from '@tribehall/contract';
import { mapTitle } from '../../../lib/servers/map-title.ts';
import type { ListedServer } from '../../../lib/servers/servers.queries.ts';

/** What needs someone first. */
const stateRanks: Record<ServerState, number> = { down: 0, degraded: 1, offline: 2, booting: 3, up: 4 };

type Column = {
  label: string;
  /** Of a first click. */
  firstOrder: 'asc' | 'desc';
  value: (server: ListedServer) => string | number | null;
};

/** The sortable columns. */
export const serverColumns = {
  state: { label: 'State', firstOrder: 'asc', value: ({ state }) => stateRanks[state] },
  name: { label: 'Name', firstOrder: 'asc', value: ({ name }) => name },
  map: { label: 'Map', firstOrder: 'asc', value: ({ map }) => (map === null ? null : mapTitle(map)) },
  game: { label: 'Game', firstOrder: 'asc', value: ({ game }) => game },
  cluster: { label: 'Cluster', firstOrder: 'asc', value: ({ cluster }) => cluster?.name ?? null },
  players: { label: 'Players', firstOrder: 'desc', value: ({ playerCount }) => playerCount },
  version: { label: 'Version', firstOrder: 'desc', value: ({ version }) => version },
} as const satisfies Record<string, Column>;

export type ServerSortKey = keyof typeof serverColumns;
export type ServerSort = { key: ServerSortKey; order: 'asc' | 'desc' };

/** From the URL; undefined for the default: favourites first, then by name. */
export function readServerSort(sort: string | undefined, order: string | undefined): ServerSort | undefined {
  if (sort === undefined || !Object.hasOwn(serverColumns, sort)) return undefined;
  const key = sort as ServerSortKey;
  return { key, order: order === 'asc' || order === 'desc' ? order : serverColumns[key].firstOrder };
}

/** Clicking the current column reverses it. */
export function nextServerSort(current: ServerSort | undefined, key: ServerSortKey): ServerSort {
  if (current?.key !== key) return { key, order: serverColumns[key].firstOrder };
  return { key, order: current.order === 'asc' ? 'desc' : 'asc' };
}

/** What is not known comes last in both orders; equal values are in the order of their names. */
export function sortServers(
  servers: readonly ListedServer[],
  sort: ServerSort | undefined,
  favorites: ReadonlySet<string>,
): ListedServer[] {
  if (sort === undefined) {
    return [...servers.filter(({ id }) => favorites.has(id)), ...servers.filter(({ id }) => !favorites.has(id))];
  }
  const sign = sort.order === 'asc' ? 1 : -1;
  const { value } = serverColumns[sort.key];
  return servers.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return a === b ? compare(one.name, other.name) : a === null ? 1 : -1;
    return sign * compare(a, b) || compare(one.name, other.name);
  });
}

/** By name, map and cluster. */
export function isServerMatch({ name, map, cluster }: ListedServer, filter: string): boolean {
  const wanted = filter.toLowerCase();
  const texts = [name, map ?? '', map === null ? '' : mapTitle(map), cluster?.name ?? ''];
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}
