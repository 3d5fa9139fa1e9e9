import { textOf } from '@tribehall/common/any-text.fixture';
import { routes } from '@tribehall/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toListQuery } from './sanction-filters.ts';

it('asks for no list of sanctions that the portal would refuse, whatever the address says', () => {
  const value = fc.oneof(
    fc.constantFrom('all', 'ban', 'active', 'server', '__proto__', 'toString', ''),
    textOf('\n', '\0', '76561198000000001', 'x'.repeat(30), '🦖'),
  );
  const filters = fc.record(
    { search: value, kind: value, state: value, by: value, reach: value, server: value, player: value },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(filters, (given) => {
      const { error } = routes['GET /ark/sanctions'].query.safeParse(toListQuery(given));
      expect(error?.issues ?? []).toEqual([]);
    }),
  );
});

it('leaves out of the query what the portal refuses', () => {
  const long = 'x'.repeat(101);
  expect(toListQuery({ server: long, by: 'a\n', search: long })).toEqual({ kind: 'ban', search: 'x'.repeat(100) });
});
