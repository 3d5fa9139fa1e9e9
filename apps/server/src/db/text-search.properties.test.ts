import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';
import { comparisons } from './text-search.ts';

const { ctx } = await createTestApp();
/** ASCII: the case of other letters depends on the locale of the database. */
const text = fc.string({ unit: fc.constantFrom(...'aAbB%_\\\'"[]()*+?.^$|{}- '), minLength: 1, maxLength: 5 });

it('finds exactly the names that contain a text or begin with it, whatever signs it has', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 12 }), text, async (names, wanted) => {
      const search = { text: wanted, trigrams: undefined };
      const find = async (compare: 'begins' | 'contains') => {
        const { isMatch } = comparisons[compare](sql`name`, search);
        const { rows } = await ctx.db.execute<{ name: string }>(
          sql`select name from unnest(${sql.param(names)}::text[]) with ordinality as t(name, number) where ${isMatch} order by number`,
        );
        return rows.map(({ name }) => name);
      };
      const lower = wanted.toLowerCase();
      expect(await find('contains')).toEqual(names.filter((name) => name.toLowerCase().includes(lower)));
      expect(await find('begins')).toEqual(names.filter((name) => name.toLowerCase().startsWith(lower)));
    }),
  );
});
