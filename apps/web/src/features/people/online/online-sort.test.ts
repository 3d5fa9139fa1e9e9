import { describe, expect, it } from 'vitest';
import { buildOnline, ragnarok } from '../../../testing/people.ts';
import { nextOnlineSort, readOnlineSort, sortOnline, type OnlineSort } from './online-sort.ts';

const rows = [
  { person: buildOnline({ name: 'ada', level: null, tribe: null, joinedAt: '2026-01-02T03:00:00Z' }) },
  { person: buildOnline({ name: 'Bob', level: 9, joinedAt: '2026-01-02T01:00:00Z', server: ragnarok }) },
  { person: buildOnline({ name: 'Cleo', level: 104, joinedAt: '2026-01-02T02:00:00Z' }) },
];
const sorted = (sort: OnlineSort) => sortOnline(rows, sort).map(({ person }) => person.name);

describe('the sort of those who are online', () => {
  it('ignores case', () => {
    expect(sorted({ key: 'name', order: 'desc' })).toEqual(['Cleo', 'Bob', 'ada']);
  });

  it('puts what is not known last in both orders', () => {
    expect(sorted({ key: 'level', order: 'desc' })).toEqual(['Cleo', 'Bob', 'ada']);
    expect(sorted({ key: 'level', order: 'asc' })).toEqual(['Bob', 'Cleo', 'ada']);
    expect(sorted({ key: 'tribe', order: 'asc' })).toEqual(['Bob', 'Cleo', 'ada']);
  });

  it('begins with the longest online', () => {
    expect(readOnlineSort('time', undefined)).toEqual({ key: 'time', order: 'desc' });
    expect(sorted(readOnlineSort('time', undefined))).toEqual(['Bob', 'Cleo', 'ada']);
  });

  it('is by name where the address says nonsense', () => {
    expect(readOnlineSort('toString', 'sideways')).toEqual({ key: 'name', order: 'asc' });
  });

  it('reverses with a second click', () => {
    const first = nextOnlineSort({ key: 'name', order: 'asc' }, 'server');
    expect(first).toEqual({ key: 'server', order: 'asc' });
    expect(nextOnlineSort(first, 'server')).toEqual({ key: 'server', order: 'desc' });
  });
});
