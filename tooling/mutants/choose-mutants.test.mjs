import { describe, expect, it } from 'vitest';
import { areaOf, chooseMutants, isMutated } from './choose-mutants.mjs';

const calls = Array.from({ length: 20 }, (_, index) => `call${index}();`).join('\n');
/** @type {[file: string, source: string][]} */
const sources = [
  ['apps/server/src/modules/mail/mail.service.ts', calls],
  ['apps/server/src/modules/mail/mail.store.ts', calls],
  ['apps/server/src/modules/users/users.service.ts', calls],
  ['apps/web/src/lib/text/format.ts', 'one();'],
];
/** @param {number} count @param {string} [seed] @param {typeof sources} [from] */
const choose = (count, seed = 'seed', from = sources) =>
  chooseMutants(from, { count, seed }).map(({ file, before }) => `${file} ${before}`);

describe('the choice', () => {
  it('takes one mutant of each area in turn', () => {
    const areas = chooseMutants(sources, { count: 5, seed: 'seed' }).map(({ area }) => area);
    expect(areas.slice(0, 3).toSorted()).toEqual([
      'apps/server/src/modules/mail',
      'apps/server/src/modules/users',
      'apps/web/src/lib/text',
    ]);
    expect(areas.slice(3).toSorted()).toEqual(['apps/server/src/modules/mail', 'apps/server/src/modules/users']);
  });

  it('is the same for the same seed and another for another', () => {
    expect(choose(5)).toEqual(choose(5));
    expect(choose(5)).not.toEqual(choose(5, 'other'));
  });

  it('does not depend on the lines around a mutant', () => {
    /** @type {typeof sources} */
    const moved = sources.map(([file, source]) => [file, `// A comment.\n${source}`]);
    expect(choose(5, 'seed', moved)).toEqual(choose(5));
  });

  it('ends when there are no more mutants', () => {
    expect(choose(1000)).toHaveLength(61);
  });

  it('leaves out what cannot be parsed', () => {
    expect(choose(5, 'seed', [['packages/common/src/a.ts', 'one(); let = ;']])).toEqual([]);
  });

  it('shows the changed line', () => {
    const [mutant] = chooseMutants([['packages/common/src/a.ts', 'const a = 1;\n  if (a === 2) b = a;']], {
      count: 1,
      seed: 'seed',
    });
    expect(mutant).toMatchObject({ line: 2, before: 'if (a === 2) b = a;', after: 'if (a !== 2) b = a;' });
  });
});

it.each([
  ['apps/server/src/modules/music/downloads/downloads.service.ts', 'apps/server/src/modules/music'],
  ['apps/server/src/db/engine/engine.ts', 'apps/server/src/db'],
  ['apps/server/src/platform/lock.ts', 'apps/server/src/platform'],
  ['apps/server/src/app.ts', 'apps/server/src'],
  ['apps/web/src/pages/files/file.page.tsx', 'apps/web/src/pages'],
  ['packages/contract/src/shared/text.ts', 'packages/contract/src'],
  ['tooling/check/patterns/slow-pattern.mjs', 'tooling/check'],
  ['apps/world/src/main.ts', undefined],
  ['e2e/ark.test.ts', undefined],
])('%s belongs to %s', (file, area) => {
  expect(areaOf(file)).toBe(area);
});

it.each([
  ['apps/server/src/platform/lock.ts', true],
  ['apps/server/src/platform/lock.test.ts', false],
  ['apps/server/src/testing/test-app.ts', false],
  ['apps/server/src/demo/files.ts', false],
  ['apps/server/src/db/tables/mail.table.ts', false],
  ['apps/web/vite.config.ts', false],
  ['tooling/setup/build.mjs', true],
  ['tooling/bench/rounds.mjs', false],
  ['tooling/mutants/choose-mutants.mjs', false],
])('whether %s is changed: %s', (file, isChanged) => {
  expect(isMutated(file)).toBe(isChanged);
});
