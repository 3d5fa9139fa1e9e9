import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installState, isInstalled, markInstalled, unmarkInstalled } from './install-stamp.mjs';

let folder = '';
/** @param {string} file @param {unknown} value */
const write = (file, value) => fs.writeFileSync(path.join(folder, file), JSON.stringify(value));
const isUpToDate = () => isInstalled(folder, installState(folder));

const lockfile = {
  packages: {
    '': {},
    'apps/web': { version: '0.1.0' },
    'node_modules/zod': { version: '4.0.0' },
    'node_modules/only-elsewhere': { version: '1.0.0', optional: true },
  },
};

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-install-'));
  fs.mkdirSync(path.join(folder, 'node_modules/zod'), { recursive: true });
  write('package-lock.json', lockfile);
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

describe('an installation', () => {
  it('counts once it is marked, until the lockfile changes', () => {
    expect(isUpToDate()).toBe(false);
    markInstalled(folder, installState(folder));
    expect(isUpToDate()).toBe(true);
    write('package-lock.json', { packages: {} });
    expect(isUpToDate()).toBe(false);
  });

  it('does not count when a package is gone', () => {
    markInstalled(folder, installState(folder));
    fs.rmSync(path.join(folder, 'node_modules/zod'), { recursive: true });
    expect(isUpToDate()).toBe(false);
  });

  it('of another Node or platform does not count', () => {
    markInstalled(folder, { ...installState(folder), node: '18' });
    expect(isUpToDate()).toBe(false);
    markInstalled(folder, { ...installState(folder), platform: 'amiga-m68k' });
    expect(isUpToDate()).toBe(false);
  });

  it('that was begun and killed does not count', () => {
    write('node_modules/.package-lock.json', lockfile);
    markInstalled(folder, installState(folder));
    unmarkInstalled(folder);
    expect(isUpToDate()).toBe(false);
  });

  it('made by a plain npm install counts where it is what the lockfile names', () => {
    write('node_modules/.package-lock.json', { packages: { 'node_modules/zod': { version: '4.0.0' } } });
    expect(isUpToDate()).toBe(true);
  });

  it('made by a plain npm install from another lockfile does not count', () => {
    write('node_modules/.package-lock.json', { packages: { 'node_modules/zod': { version: '3.9.9' } } });
    expect(isUpToDate()).toBe(false);
  });
});
