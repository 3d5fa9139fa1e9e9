import path from 'node:path';
import fs from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../tooling/programs.mjs';

// Chromium asks the network for updates and experiments unless switched off; root may not use its sandbox.
const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const reports = path.resolve(import.meta.dirname, '../.cache/test');
const chromium = findChromium();
const globalSetup = path.join(import.meta.dirname, 'global-setup.ts');

export default defineConfig({
  testDir: '.',
  outputDir: path.join(reports, 'browser'),
  ...(fs.existsSync(globalSetup) ? { globalSetup } : {}),
  workers: 2,
  fullyParallel: true,
  // A journey that fails and then passes is listed as flaky at the end of `npm test`; `--retries=0` lets it fail.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 180_000,
  // Real programs run here (yt-dlp, PostgreSQL, two browsers) on as little as two shared cores.
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: path.join(reports, 'browser.json') }]],
  // A trace of every journey doubles its time; `--trace retain-on-failure` records one when it is needed.
  // Journeys of a page without a network allow service workers; in others one would only store the same files again.
  use: { screenshot: 'only-on-failure', serviceWorkers: 'block' },
  projects: [
    {
      name: 'chromium',
      use: {
        ...devices['Desktop Chrome'],
        launchOptions: { args: chromiumArguments, ...(chromium ? { executablePath: chromium } : {}) },
      },
    },
  ],
});
