import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { FetchStop, provideForTests } from './node-program.mjs';

const tests = ['tooling/release/executables.test.mjs'];
let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-node-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  vi.stubEnv('CI', '');
  onTestFinished(() => void vi.unstubAllEnvs());
});

/** Runs this instead of npm. @param {string} source */
function stubNpm(source) {
  const file = path.join(folder, 'npm-cli.js');
  fs.writeFileSync(file, source);
  vi.stubEnv('npm_execpath', file);
}

const withoutNetwork = `console.error('npm error code ENOTFOUND'); process.exit(1);`;
/** Writes the archive that it is asked for, with other contents. */
const withOtherContents = `
  const [folder, name] = process.argv.slice(-2);
  require('node:fs').writeFileSync(folder + '/' + name.replace('@', '-') + '.tgz', 'not Node.js');`;

describe.skipIf(process.platform !== 'linux')('Node.js for the tests of executables', () => {
  it('is not needed without a network: they are skipped', async () => {
    stubNpm(withoutNetwork);
    const printed = vi.spyOn(console, 'log').mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    await provideForTests(folder, tests);
    expect(printed.mock.calls.at(-1)?.[0]).toMatch(
      /ENOTFOUND\nNode\.js \S+ could not be fetched from npm's registry\.\nThe tests that need it are skipped\.$/,
    );
  });

  it('is needed in CI', async () => {
    stubNpm(withoutNetwork);
    vi.stubEnv('CI', 'true');
    await expect(provideForTests(folder, tests)).rejects.toBeInstanceOf(FetchStop);
  });

  it('must have the hash that was checked', async () => {
    stubNpm(withOtherContents);
    await expect(provideForTests(folder, tests)).rejects.toThrow('is not the one that was checked: its hash differs.');
    expect(fs.readdirSync(path.join(folder, '.cache/node'))).toEqual([]);
  });
});
