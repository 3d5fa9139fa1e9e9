import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashInputs, isBuiltFrom, markBuiltFrom } from './inputs.mjs';

let folder = '';
/** @param {string} file @param {string} text */
const write = (file, text) => {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), text);
};
const hash = () => hashInputs(folder, ['app', 'package-lock.json']);

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-inputs-'));
  write('app/src/main.ts', 'one');
  write('app/src/deep/other.ts', 'two');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

describe('the hash of inputs', () => {
  it('stays the same for the same contents', () => {
    const before = hash();
    write('app/src/main.ts', 'one');
    expect(hash()).toBe(before);
  });

  it.each([
    ['a changed file', () => write('app/src/main.ts', 'ONE')],
    ['a new file', () => write('app/src/new.ts', '')],
    ['a renamed file', () => fs.renameSync(path.join(folder, 'app/src/main.ts'), path.join(folder, 'app/src/m.ts'))],
    ['a removed file', () => fs.rmSync(path.join(folder, 'app/src/deep/other.ts'))],
    ['a lockfile that appears', () => write('package-lock.json', '{}')],
  ])('notices %s', (_, change) => {
    const before = hash();
    change();
    expect(hash()).not.toBe(before);
  });

  it.each(['app/dist/main.js', 'app/node_modules/x/index.js', 'app/src/main.test.ts', 'app/.cache/x'])(
    'does not look at %s',
    (file) => {
      const before = hash();
      write(file, 'anything');
      expect(hash()).toBe(before);
    },
  );
});

describe('the stamp of a build', () => {
  it('holds for the hash it was made from only', () => {
    const dist = path.join(folder, 'app');
    expect(isBuiltFrom(dist, 'a')).toBe(false);
    markBuiltFrom(dist, 'a');
    expect(isBuiltFrom(dist, 'a')).toBe(true);
    expect(isBuiltFrom(dist, 'b')).toBe(false);
  });
});
