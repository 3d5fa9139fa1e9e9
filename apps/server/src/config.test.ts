import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { publicUrl, readConfig } from './config.ts';
import { serverRoot } from './platform/server-root.ts';
import { settings } from './settings.ts';

const read = (environment: Record<string, string>, folder = '/nowhere') => readConfig(environment, folder);

describe('settings', () => {
  it('have their defaults', () => {
    expect(read({})).toMatchObject({ PORT: 8080, HOST: '127.0.0.1', DATA_DIR: '/nowhere/data', isWorldOn: true });
  });

  it('come from .env and from the environment, which takes precedence; empty ones are not set', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tribehall-env-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(
      join(folder, '.env'),
      'PORT=9000\nHOST=::1\nSITE_OWNER="Two Words"\nNATS_URL=\nDATABASE_URL=postgres://x/y\n',
    );
    expect(read({ PORT: '9001', DATABASE_URL: '' }, folder)).toMatchObject({
      PORT: 9001,
      HOST: '::1',
      SITE_OWNER: 'Two Words',
      isWorldOn: true,
    });
  });

  it('name featured mods with an address, and with a text where there is one', () => {
    const mods = 'One=https://a.test/?x=1,2, Two = https://b.test (Fast, small (and quiet)),Three=https://c.test/(x)';
    expect(read({ SITE_FEATURED_MODS: mods }).SITE_FEATURED_MODS).toEqual([
      { name: 'One', url: 'https://a.test/?x=1,2', text: null },
      { name: 'Two', url: 'https://b.test', text: 'Fast, small (and quiet)' },
      { name: 'Three', url: 'https://c.test/(x)', text: null },
    ]);
  });

  it.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, but is "http".'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, but is "70000".'],
    [{ HOST: 'example.org/x' }, 'HOST must be'],
    [
      { DATABASE_URL: 'mysql://root:hidden@db/x' },
      'DATABASE_URL must be a postgres:// address, but is something else.',
    ],
    [{ NATS_URL: 'http://x' }, 'NATS_URL must be a nats:// or tls:// address, or several separated by commas, but is'],
    [{ NATS_URL: 'nats://hidden@a,b' }, 'NATS_URL must be'],
    [{ NATS_URL: 'nats://a:hidden@a,nats://b:hidden@b' }, 'NATS_URL must have the same user and password'],
    [{ NATS_URL: 'tls://a:hidden%@a' }, 'NATS_URL must have a % in its user and password written as %25'],
    [{ SECRET_KEY: 'hidden' }, 'SECRET_KEY must have at least 32 characters, but is something else.'],
    [{ MUSIC_SEARCH: 'ytsearch:' }, 'MUSIC_SEARCH must contain {query}'],
    [{ TRIBEHALL_WORLD: 'yes' }, 'TRIBEHALL_WORLD must be on or off, but is "yes".'],
    [{ TRIBEHALL_WROLD: 'on' }, 'TRIBEHALL_WROLD is not a setting'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8,proxy' }, 'TRUSTED_PROXIES must be'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be'],
    [{ PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL must be'],
    [
      { PUBLIC_URL: 'https://ark.example/portal' },
      'PUBLIC_URL must have no path, because the portal needs a host name (or a port) of its own, but is "https://ark.example/portal".',
    ],
    [{ GUILD_ID: 'x' }, 'GUILD_ID must be'],
    [{ SITE_FEATURED_MODS: 'One=https://a.test' }, 'SITE_FEATURED_MODS must be'],
    [{ TRIBEHALL_WORLD: 'on', HOST: '0.0.0.0' }, 'TRIBEHALL_WORLD cannot be on while HOST is not a loopback address'],
    [
      { TRIBEHALL_WORLD: 'on', PUBLIC_URL: 'https://ark.example' },
      'TRIBEHALL_WORLD cannot be on while PUBLIC_URL is not a loopback address: the passwords of its accounts are public. Set TRIBEHALL_WORLD=off',
    ],
    [{ TRIBEHALL_WORLD: 'on', TRUSTED_PROXIES: '127.0.0.1' }, 'cannot be on while TRUSTED_PROXIES is set'],
  ])('that are wrong (%j) stop the start with their name', (environment, sentence) => {
    expect(() => read(environment as Record<string, string>)).toThrow(sentence);
    expect(() => read(environment as Record<string, string>)).not.toThrow('hidden');
  });

  it.each([
    [{}, true],
    [{ DATABASE_URL: 'postgres://x/y' }, false],
    [{ NATS_URL: 'nats://127.0.0.1' }, false],
    [{ DISCORD_TOKEN: 'x' }, false],
    [{ HOST: '0.0.0.0' }, false],
    [{ PUBLIC_URL: 'https://ark.example' }, false],
    [{ PUBLIC_URL: 'http://127.0.0.1.example' }, false],
    [{ PUBLIC_URL: 'http://[::1]:8080' }, true],
    [{ PUBLIC_URL: 'http://localhost:8080', TRIBEHALL_WORLD: 'on' }, true],
    [{ TRUSTED_PROXIES: '10.0.0.0/8' }, false],
    [{ TRIBEHALL_WORLD: 'off' }, false],
    [{ TRIBEHALL_WORLD: 'on', DATABASE_URL: 'postgres://x/y' }, true],
  ])('%j have the demo world on: %j', (environment, isWorldOn) => {
    expect(read(environment as Record<string, string>).isWorldOn).toBe(isWorldOn);
  });

  it.each([
    [{ NATS_URL: 'nats://bus.example' }, 'without a login and TLS (tls://)'],
    [{ NATS_URL: 'nats://127.0.0.1,nats://10.0.0.7:4222' }, 'another machine (10.0.0.7:4222) without a login and TLS'],
    [{ NATS_URL: 'nats://portal:hidden@bus.example' }, 'without TLS (tls://)'],
    [{ NATS_URL: 'tls://bus.example' }, 'without a login:'],
    [{ NATS_URL: 'nats://bus.example', NATS_CREDS: '/a.creds' }, 'without TLS'],
    [{ NATS_URL: 'nats://127.0.0.1.example' }, 'another machine'],
    [{ NATS_URL: 'nats://[2001:db8::1]:4222' }, 'another machine'],
  ])('refuse a bus that anyone could use: %j', (environment, sentence) => {
    expect(() => read(environment as Record<string, string>)).toThrow(sentence);
    expect(() => read(environment as Record<string, string>)).not.toThrow('hidden');
    expect(read({ ...environment, NATS_UNPROTECTED: 'on' }).NATS_URL).toBeDefined();
  });

  it.each([
    { NATS_URL: 'nats://127.0.0.1:4222' },
    { NATS_URL: 'nats://localhost,nats://[::1]:4222' },
    { NATS_URL: 'tls://portal:secret@bus.example' },
    { NATS_URL: 'nats://portal:secret@bus.example', NATS_CA: '/ca.pem' },
    { NATS_URL: 'tls://bus.example', NATS_CREDS: '/a.creds' },
    { NATS_URL: 'nats://bus.example', NATS_CERT: '/a.pem', NATS_KEY: '/a.key' },
  ])('accept a bus with a login and TLS, or on this machine: %j', (environment) => {
    expect(read(environment as Record<string, string>)).toMatchObject(environment);
  });

  it('determine the public address', () => {
    expect(publicUrl(read({ HOST: '::1' }), 81)).toBe('http://[::1]:81');
    expect(publicUrl(read({ HOST: '0.0.0.0' }), 81)).toBe('http://localhost:81');
    expect(publicUrl(read({ PUBLIC_URL: 'https://ark.example/' }), 81)).toBe('https://ark.example');
  });

  it('are all in the documented table, and nothing else is', () => {
    const table = readFileSync(join(serverRoot, '../../docs/settings.md'), 'utf8');
    const rows = [...table.matchAll(/^\| `([A-Z0-9_]+)` \| (.+) \| (.+) \|$/gm)].map(([, name, unset, about]) => ({
      name,
      unset,
      about,
    }));
    expect(rows).toEqual(Object.entries(settings).map(([name, { unset, about }]) => ({ name, unset, about })));
  });
});

describe('names that look like settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tribehall-config-'));
  const warningsOf = (file: string, environment: Record<string, string> = {}) => {
    writeFileSync(join(folder, '.env'), file);
    return readConfig(environment, folder).warnings;
  };
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are reported: in .env all of them, in the environment those that are nearly a setting', () => {
    expect(warningsOf('PUBLIC_UR=https://ark.example\nFILE_DIR=/srv\nCOMPOSE_FILE=x\nPORT=1')).toEqual([
      'COMPOSE_FILE in .env is not a setting and is ignored. docs/settings.md lists all of them.',
      'FILE_DIR in .env is not a setting and is ignored. Did you mean FILES_DIR?',
      'PUBLIC_UR in .env is not a setting and is ignored. Did you mean PUBLIC_URL?',
    ]);
    const environment = { TRUSTED_PROXEIS: '::1', public_url: 'x', DATADIR: '/x', HOSTNAME: 'x', SHELL: 'x' };
    expect(warningsOf('', environment)).toEqual([
      'The environment variable TRUSTED_PROXEIS is not a setting. Did you mean TRUSTED_PROXIES?',
      'The environment variable public_url is not a setting. Did you mean PUBLIC_URL?',
      'The environment variable DATADIR is not a setting. Did you mean DATA_DIR?',
    ]);
  });

  it('are not reported where other programs read them', () => {
    expect(warningsOf('WORLD_CLIPS=/x\nNODE_OPTIONS=x', { DATA_DIR: 'x', DATADIR: 'y', HOSTS: 'x' })).toEqual([]);
    expect(warningsOf('', process.env as Record<string, string>)).toEqual([]);
  });
});
