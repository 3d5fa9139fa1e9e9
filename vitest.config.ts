import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import './tooling/test/node-20.mjs';
import { SpreadSlow } from './tooling/test/spread-slow.mjs';

const depth = process.env['TEST_DEPTH'];

const workers = {
  pool: 'forks' as const,
  // Vitest would leave one core free; many tests here wait for other processes or for time to pass. Quick ones wait for
  // nothing, and each worker loads all modules.
  maxWorkers: os.availableParallelism() + (depth === 'quick' ? 0 : 1),
  // The test files of a worker share its modules: loading them takes longer than most tests. So `vi.mock`, which replaces
  // modules, is not used; `vi.spyOn` with a module's namespace replaces what it exports until the end of a test.
  isolate: false,
  // Less garbage collection for more memory.
  execArgv: ['--max-semi-space-size=64'],
};
const server = 'apps/server/src';

const setupFiles = ['measure-cpu', 'settle-imports', 'wait-patiently', 'property-runs'].map((name) =>
  path.resolve(`tooling/test/${name}.mjs`),
);

/** Real processes and databases on a busy machine: a limit is for what hangs, not for what is slow. */
const limits = {
  // As for journeys: a test that passes the second time is listed as flaky at the end, with its error. A property that was
  // disproved once is disproved.
  retry: { count: 1, condition: /^(?!Property failed)/ },
  testTimeout: depth === 'deep' ? 3_600_000 : 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
};

export default defineConfig({
  test: {
    ...workers,
    sequence: { sequencer: SpreadSlow },
    ...limits,
    // A line for each file, and what failing tests printed: thousands of other lines hide them.
    slowTestThreshold: Infinity,
    silent: 'passed-only',
    projects: [
      {
        extends: true,
        test: {
          name: 'packages',
          setupFiles,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/agent/src/**/*.test.ts',
            'apps/world/src/**/*.test.ts',
            'tooling/**/*.test.mjs',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: [`${server}/**/*.test.ts`, 'tooling/simulate/**/*.test.ts'],
          // Quick tests need no database.
          globalSetup: depth === 'quick' ? [] : [`${server}/testing/global-setup.ts`],
          setupFiles: [...setupFiles, path.resolve(server, 'testing/setup.ts')],
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        root: 'apps/web',
        test: {
          ...workers,
          ...limits,
          name: 'web',
          environment: 'happy-dom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [...setupFiles, path.resolve('apps/web/src/testing/environment/setup.ts')],
          // The build for browsers; in Node the package resolves to one that sends differently.
          alias: { 'tus-js-client': 'tus-js-client/lib.es5/browser/index.js' },
        },
      },
    ],
  },
});
