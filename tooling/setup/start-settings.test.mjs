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
    [{ PUBLIC_URL: 'https://ark.example' }, false],
    [{ PUBLIC_URL: 'http://[::1]:8080' }, true],
    [{ PUBLIC_URL: 'http://localhost:8080', TRIBEHALL_WORLD: 'on' }, true],
    [{ TRUSTED_PROXIES: '127.0.0.1' }, false],
    [{ TRIBEHALL_WORLD: 'off', PUBLIC_URL: 'https://ark.example' }, false],
    [{ TRIBEHALL_WORLD: 'off' }, false],
  ])('with %j is %j', (env, expected) => {
    expect(decideWorld(env)).toBe(expected);
  });

  it.each([
    [{ HOST: '0.0.0.0' }, 'HOST is not a loopback address'],
    [{ PUBLIC_URL: 'https://ark.example' }, 'PUBLIC_URL is not a loopback address'],
    [{ TRUSTED_PROXIES: '127.0.0.1' }, 'TRUSTED_PROXIES is set'],
  ])('is refused with %j, with the reason and what to set', (env, reason) => {
    const start = () => decideWorld({ ...env, TRIBEHALL_WORLD: 'on' });
    expect(start).toThrow(`TRIBEHALL_WORLD cannot be on while ${reason}: `);
    expect(start).toThrow('Set TRIBEHALL_WORLD=off for a portal that others reach');
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

  it('overrides .env, also where it is empty', () => {
    fs.writeFileSync(path.join(folder, '.env'), 'HOST=0.0.0.0\nPORT="9000"\nNATS_URL=\n');
    const env = readEnvironment(folder, { PORT: '9001', HOST: '' });
    expect(env).toEqual({ PORT: '9001' });
  });

  it('needs no .env, and stores data below the repository', () => {
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
