import fs from 'node:fs';
import path from 'node:path';
import { cacheFolder, root } from '../paths.mjs';
import { findChromium } from '../programs.mjs';
import { runNodeProgram } from '../run/node-program.mjs';
import { countBrowserTests, countUnitTests, readReport } from './summary.mjs';

const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const playwright = path.join(root, 'node_modules/@playwright/test/cli.js');
const unitReport = path.join(cacheFolder, 'test/unit.json');
const browserReport = path.join(cacheFolder, 'test/browser.json');

/**
 * Runs the tests next to the code, in packages, apps and tooling.
 * @param {string[]} args names to run, or Vitest's options @param {{ isReported: boolean, signal?: AbortSignal }} options
 */
export async function runUnitTests(args, { isReported, signal }) {
  fs.rmSync(unitReport, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`];
  if (isReported) reporters.push(`--reporter=${path.join(import.meta.dirname, 'cost-report.mjs')}`);
  const { exitCode } = await runNodeProgram(vitest, ['run', ...reporters, ...args], {
    cwd: root,
    ...(signal && { signal }),
  });
  return readReport(unitReport, exitCode, countUnitTests);
}

/**
 * Runs the journeys through the built product.
 * @param {string[]} args names to run, or Playwright's options @param {{ signal: AbortSignal }} options
 */
export async function runBrowserTests(args, { signal }) {
  fs.rmSync(browserReport, { force: true });
  if (!(await hasBrowser())) return withoutBrowser();
  const { exitCode } = await runNodeProgram(playwright, ['test', '-c', 'e2e', '--pass-with-no-tests', ...args], {
    cwd: root,
    // Compiled journeys stay in the cache; otherwise each run compiles them again, in its own temporary folder.
    env: { ...process.env, PWTEST_CACHE_DIR: path.join(cacheFolder, 'test/playwright') },
    signal,
  });
  return readReport(browserReport, exitCode, countBrowserTests);
}

async function hasBrowser() {
  if (findChromium()) return true;
  const { chromium } = await import('@playwright/test');
  return fs.existsSync(chromium.executablePath());
}

/** A machine without a browser may skip these tests, CI may not. */
async function withoutBrowser() {
  const listed = await runNodeProgram(playwright, ['test', '-c', 'e2e', '--list', '--reporter=list'], {
    cwd: root,
    quiet: true,
  });
  const count = Number(/Total: (\d+) test/.exec(listed.output)?.[1] ?? 0);
  const isRefused = Boolean(process.env.CI);
  console.error(`\nNO BROWSER: ${count} browser tests ${isRefused ? 'fail' : 'are skipped'}, no Chromium was found.`);
  console.error('Install one (Debian package "chromium-headless-shell"), or name one with CHROMIUM_PATH.\n');
  return {
    passed: 0,
    failed: isRefused ? Math.max(count, 1) : 0,
    skipped: isRefused ? 0 : count,
    exitCode: isRefused ? 1 : 0,
  };
}
