import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decideStart, decideWorld, readEnvironment } from './start-settings.mjs';

describe('the demo world', () => {
  it.each([
    [{}, true],
    [{ HOST: '127.0.0.1', PORT: '9000' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '192.168.1.2' }, false],
    [{ DATABASE_URL: 'postgres://db/tribehall' }, false],
    [{ NATS_URL: 'nats://bus' }, false],
    [{ DISCORD_TOKEN: 'x' }, false],
    [{ DISCORD_TOKEN: 'x', TRIBEHALL_WORLD: 'on' }, true],
    [{ TRIBEHALL_WORLD: 'off' }, false],
  ])('with %j is %j', (env, expected) => {
    expect(decideWorld(env)).toBe(expected);
  });

  it('refuses a word it does not know, by name', () => {
    expect(() => decideWorld({ TRIBEHALL_WORLD: 'yes' })).toThrow(
      'TRIBEHALL_WORLD is "yes"; it must be "on" or "off".',
    );
  });
});

describe('the environment', () => {
  let folder = '';
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-settings-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it('stands over .env, also where it is empty', () => {
    fs.writeFileSync(path.join(folder, '.env'), 'HOST=0.0.0.0\nPORT="9000"\nNATS_URL=\n');
    const env = readEnvironment(folder, { PORT: '9001', HOST: '' });
    expect(env).toEqual({ PORT: '9001' });
  });

  it('needs no .env, and keeps data below the repository', () => {
    expect(decideStart(folder, readEnvironment(folder, {}))).toEqual({
      dataDir: path.join(folder, 'data'),
      hasWorld: true,
    });
  });

  it('takes a data folder relative to the repository or absolute', () => {
    expect(decideStart(folder, { DATA_DIR: '../elsewhere' }).dataDir).toBe(path.resolve(folder, '../elsewhere'));
    expect(decideStart(folder, { DATA_DIR: '/srv/tribehall' }).dataDir).toBe('/srv/tribehall');
  });
});
