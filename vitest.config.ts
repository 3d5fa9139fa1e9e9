import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import './tooling/test/node-20.mjs';
import { SlowFirst } from './tooling/test/slow-first.mjs';

// Vitest would leave one core free; many tests here wait for other processes or for time to pass.
const maxWorkers = os.availableParallelism() + 1;
const server = 'apps/server/src';

/** Files that replace modules (`vi.mock`) need a worker of their own; all others share the modules of their worker. */
function filesWithMocks(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => fs.readFileSync(path.join(folder, file), 'utf8').includes('vi.mock('))
    .map((file) => path.resolve(folder, file));
}

const serverMocks = filesWithMocks(server);
const webMocks = filesWithMocks('apps/web/src');

const setupFiles = [path.resolve('tooling/test/measure-cpu.mjs'), path.resolve('tooling/test/wait-patiently.mjs')];

/** Real processes and databases on a busy machine: a limit is for what hangs, not for what is slow. */
const limits = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
};

const serverTests = {
  // Quick tests need no database.
  globalSetup: process.env['TEST_DEPTH'] === 'quick' ? [] : [`${server}/testing/global-setup.ts`],
  setupFiles: [...setupFiles, path.resolve(server, 'testing/setup.ts')],
};

const webTests = {
  pool: 'forks',
  maxWorkers,
  setupFiles: [...setupFiles, path.resolve('apps/web/src/testing/setup.ts')],
  ...limits,
};

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers,
    sequence: { sequencer: SlowFirst },
    ...limits,
    projects: [
      {
        extends: true,
        test: {
          name: 'packages',
          isolate: false,
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
          isolate: false,
          include: [`${server}/**/*.test.ts`],
          exclude: serverMocks,
          ...serverTests,
        },
      },
      { extends: true, test: { name: 'server-mocks', include: serverMocks, ...serverTests } },
      {
        extends: 'apps/web/vite.config.ts',
        root: 'apps/web',
        test: {
          ...webTests,
          name: 'web',
          isolate: false,
          environment: 'happy-dom',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: webMocks,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        root: 'apps/web',
        test: { ...webTests, name: 'web-mocks', environment: 'happy-dom', include: webMocks },
      },
    ],
  },
});
