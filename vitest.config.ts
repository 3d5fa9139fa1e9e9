import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import './tooling/test/node-20.mjs';

/** A file that a workspace may have for its tests. */
const ifThere = (file: string) => (fs.existsSync(file) ? [path.resolve(file)] : []);

export default defineConfig({
  test: {
    pool: 'forks',
    // Vitest would leave one core free; much here waits for other processes.
    maxWorkers: os.availableParallelism(),
    projects: [
      {
        extends: true,
        test: {
          name: 'packages',
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
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ifThere('apps/server/src/testing/global-setup.ts'),
          setupFiles: ifThere('apps/server/src/testing/setup.ts'),
          // Real processes and databases on a busy machine: a limit is for what hangs, not for what is slow.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        root: 'apps/web',
        test: {
          name: 'web',
          pool: 'forks',
          environment: 'happy-dom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ifThere('apps/web/src/testing/setup.ts'),
        },
      },
    ],
  },
});
