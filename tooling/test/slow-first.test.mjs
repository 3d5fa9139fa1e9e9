import { expect, it } from 'vitest';
import { SlowFirst } from './slow-first.mjs';

it('keeps the files of a project together, and begins with the slow ones', async () => {
  const cache = { getTestSpecificationResult: () => ({ failed: false, duration: 1 }) };
  const sequencer = new SlowFirst(/** @type {any} */ ({ cache, config: { root: '/' } }));
  const files = [
    ['web', 'apps/web/src/app/accounts.test.tsx'],
    ['packages', 'packages/ark/src/logs/log-lines.test.ts'],
    ['server', 'apps/server/src/app.test.ts'],
    ['packages', 'apps/agent/src/saves/server-saves.test.ts'],
    ['server', 'apps/server/src/main.test.ts'],
  ].map(([name, file]) => ({
    moduleId: `/repo/${file}`,
    project: { name, config: { sequence: { groupOrder: 0 }, isolate: false } },
  }));
  // eslint-disable-next-line unicorn/no-array-sort -- the sequencer's own method.
  const sorted = await sequencer.sort(/** @type {any} */ (files));
  expect(sorted.map(({ moduleId }) => moduleId.split('/').at(-1))).toEqual([
    'main.test.ts',
    'app.test.ts',
    'server-saves.test.ts',
    'log-lines.test.ts',
    'accounts.test.tsx',
  ]);
});
