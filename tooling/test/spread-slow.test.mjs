import { expect, it } from 'vitest';
import { SpreadSlow } from './spread-slow.mjs';

/**
 * The names of the files in the order in which they run.
 * @param {string[][]} files project and path @param {Record<string, number>} durations in ms, of the last run
 */
async function sort(files, durations) {
  const cache = {
    /** @param {{ moduleId: string }} spec */
    getTestSpecificationResult: ({ moduleId }) => {
      const duration = durations[moduleId.replace('/repo/', '')];
      return duration === undefined ? undefined : { failed: false, duration };
    },
  };
  const sequencer = new SpreadSlow(/** @type {any} */ ({ cache, config: { root: '/' } }));
  const specs = files.map(([name, file]) => ({
    moduleId: `/repo/${file}`,
    project: { name, config: { sequence: { groupOrder: 0 }, isolate: false } },
  }));
  // eslint-disable-next-line unicorn/no-array-sort -- the sequencer's own method.
  const sorted = await sequencer.sort(/** @type {any} */ (specs));
  return sorted.map(({ moduleId }) => moduleId.split('/').at(-1));
}

const files = [
  ['later', 'apps/later/src/app.test.ts'],
  ['web', 'apps/web/src/app/accounts.test.tsx'],
  ['packages', 'packages/ark/src/logs/log-lines.test.ts'],
  ['server', 'apps/server/src/a.test.ts'],
  ['packages', 'apps/agent/src/saves/server-saves.test.ts'],
  ['server', 'apps/server/src/main.test.ts'],
  ['server', 'apps/server/src/b.test.ts'],
  ['server', 'apps/server/src/bot/music/music.test.ts'],
  ['server', 'apps/server/src/c.test.ts'],
];

it('keeps the files of a project together, and spreads the listed ones among the others', async () => {
  expect(await sort(files, {})).toEqual([
    'music.test.ts',
    'a.test.ts',
    'main.test.ts',
    'b.test.ts',
    'c.test.ts',
    'server-saves.test.ts',
    'log-lines.test.ts',
    'accounts.test.tsx',
    'app.test.ts',
  ]);
});

it('knows from the last run what is slow', async () => {
  const durations = { 'apps/server/src/b.test.ts': 20_000, 'apps/server/src/bot/music/music.test.ts': 500 };
  const server = files.filter(([name]) => name === 'server');
  expect(await sort(server, durations)).toEqual([
    'b.test.ts',
    'a.test.ts',
    'main.test.ts',
    'music.test.ts',
    'c.test.ts',
  ]);
});
