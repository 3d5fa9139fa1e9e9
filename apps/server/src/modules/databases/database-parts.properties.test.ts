import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scanJson } from '../../platform/json/json-scan.ts';
import { formatPart, guildsOf, isScoped, partOf, withPart, type Whole } from './database-parts.ts';

const guild = fc.stringMatching(/^\d{18}$/);
/** Without the keys that are refused. */
const content = fc
  .dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 })
  .filter((value) => !/"(?:__proto__|constructor|prototype)":/.test(JSON.stringify(value)));
const database = fc.tuple(
  fc.dictionary(fc.oneof(guild, fc.stringMatching(/^[a-z]{1,5}$/)), content, { maxKeys: 4 }),
  fc.constantFrom(undefined, 2, '\t'),
);

async function scanned(text: string): Promise<Whole> {
  const scan = await scanJson(text, 100);
  if (scan.problem) throw new Error(scan.problem.message);
  return { text, scan };
}

it('replaces or adds one part and leaves every other as it is', async () => {
  await fc.assert(
    fc.asyncProperty(database, guild, content, async ([value, indent], added, part) => {
      const before = await scanned(JSON.stringify(value, null, indent));
      for (const guildId of [added, ...guildsOf(before.scan)]) {
        const written = await formatPart(before, guildId, JSON.stringify(part));
        const after = await scanned(withPart(before, guildId, written));
        expect(JSON.parse(after.text)).toEqual({
          ...(JSON.parse(before.text) as object),
          [guildId]: JSON.parse(JSON.stringify(part)),
        });
        expect(partOf(after, guildId)).toBe(written);
        for (const other of before.scan.members.keys())
          if (other !== guildId) expect(partOf(after, other)).toBe(partOf(before, other));
        expect(isScoped(after.scan)).toBe(true);
      }
    }),
  );
});
