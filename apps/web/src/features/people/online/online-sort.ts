import type { OnlinePerson } from '../people.queries.ts';

type Row = { person: OnlinePerson };

/** The sortable columns, each with the order that a first click gives. */
export const onlineColumns = {
  name: { label: 'Name', firstOrder: 'asc', value: ({ person }: Row) => person.name },
  survivor: { label: 'Survivor', firstOrder: 'asc', value: ({ person }: Row) => person.survivor },
  server: { label: 'Server', firstOrder: 'asc', value: ({ person }: Row) => person.server.name },
  tribe: { label: 'Tribe', firstOrder: 'asc', value: ({ person }: Row) => person.tribe },
  level: { label: 'Level', firstOrder: 'desc', value: ({ person }: Row) => person.level },
  // The longest online joined first.
  time: { label: 'Online for', firstOrder: 'desc', value: ({ person }: Row) => -Date.parse(person.joinedAt) },
} as const;

export type OnlineSortKey = keyof typeof onlineColumns;
export type OnlineSort = { key: OnlineSortKey; order: 'asc' | 'desc' };

/** From the URL; missing or invalid parameters give the default. */
export function readOnlineSort(sort: string | undefined, order: string | undefined): OnlineSort {
  const key = sort !== undefined && Object.hasOwn(onlineColumns, sort) ? (sort as OnlineSortKey) : 'name';
  return { key, order: order === 'asc' || order === 'desc' ? order : onlineColumns[key].firstOrder };
}

/** Clicking the current column reverses it. */
export function nextOnlineSort(current: OnlineSort, key: OnlineSortKey): OnlineSort {
  if (current.key !== key) return { key, order: onlineColumns[key].firstOrder };
  return { key, order: current.order === 'asc' ? 'desc' : 'asc' };
}

/** What is not known comes last in both orders; equal values are in the order of their names. */
export function sortOnline<R extends Row>(rows: readonly R[], { key, order }: OnlineSort): R[] {
  const sign = order === 'asc' ? 1 : -1;
  const { value } = onlineColumns[key];
  return rows.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return a === b ? byName(one, other) : a === null ? 1 : -1;
    return sign * compare(a, b) || byName(one, other);
  });
}

function byName(one: Row, other: Row): number {
  return compare(one.person.name, other.person.name);
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), undefined, { sensitivity: 'base', numeric: true });
}
