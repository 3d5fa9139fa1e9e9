import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../config/config.ts';
import { makeFolder } from '../testing/folder.fixture.ts';
import { addServer } from './add.ts';
import type { AddOptions } from './arguments.ts';

const portal = 'https://portal.example.org';

function setUp() {
  const config = path.join(makeFolder(), 'sub', 'agent.json');
  const output: string[] = [];
  const add = (options: Partial<AddOptions> = {}) =>
    addServer(
      { config, portal, token: 'th_first-token', game: 'asa', rcon: { host: '127.0.0.1', port: 27_020 }, ...options },
      (line) => output.push(line),
    );
  const content = () => JSON.parse(fs.readFileSync(config, 'utf8')) as { servers: Record<string, unknown>[] };
  return { config, output, add, content };
}

function makeInstall(ini: string): string {
  const install = makeFolder();
  const folder = path.join(install, 'ShooterGame/Saved/Config/WindowsServer');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'GameUserSettings.ini'), ini);
  return install;
}

describe('add', () => {
  it('makes a configuration that works and that nobody else can read', () => {
    const { config, add, output } = setUp();
    add({ name: 'The Island', password: 'secret' });
    expect(readConfig(config)).toMatchObject({
      portal,
      servers: [{ name: 'The Island', rcon: { password: 'secret' } }],
    });
    expect(fs.statSync(config).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(path.dirname(config))).toEqual(['agent.json']);
    expect(output.join('\n')).toMatch(/^Added "The Island" in .*\n.*check/);
    expect(output.join('\n')).not.toMatch(/secret|th_first/);
  });

  it('adds more servers and leaves the others unchanged', () => {
    const { add, content } = setUp();
    add({ password: 'a' });
    add({ token: 'th_second-token', game: 'ase', rcon: { host: '127.0.0.1', port: 27_021 }, password: 'b' });
    expect(content().servers).toHaveLength(2);
    expect(content().servers[0]).toMatchObject({ token: 'th_first-token', rcon: { password: 'a' } });
  });

  it('changes a server that has a new token, keeping its password', () => {
    const { add, content, output } = setUp();
    add({ name: 'The Island', password: 'a' });
    add({ token: 'th_newer-token' });
    expect(content().servers).toEqual([
      {
        name: 'The Island',
        token: 'th_newer-token',
        game: 'asa',
        rcon: { host: '127.0.0.1', port: 27_020, password: 'a' },
      },
    ]);
    expect(output.join()).toContain('Changed "The Island"');
  });

  it('reads port and password from the game, without copying the password', () => {
    const { add, content } = setUp();
    const install = makeInstall('[ServerSettings]\nRCONEnabled=True\nRCONPort=32330\nServerAdminPassword=secret\n');
    add({ rcon: undefined, folder: install } as never);
    expect(content().servers).toEqual([
      {
        token: 'th_first-token',
        game: 'asa',
        rcon: { host: '127.0.0.1', port: 32_330 },
        folder: path.join(install, 'ShooterGame/Saved'),
      },
    ]);
  });

  it('finds the game in whose folder it is called', () => {
    const { add, content } = setUp();
    const install = makeInstall('[ServerSettings]\nRCONPort=32330\nServerAdminPassword=secret\n');
    const before = process.cwd();
    onTestFinished(() => process.chdir(before));
    process.chdir(install);
    add({ rcon: undefined } as never);
    expect(content().servers[0]).toMatchObject({ folder: path.join(process.cwd(), 'ShooterGame/Saved') });
  });

  it('reports that RCON is off, and that a password is missing', () => {
    const { add, output } = setUp();
    add({ folder: makeInstall('[ServerSettings]\nRCONEnabled=False\nRCONPort=1\n') });
    expect(output.join('\n')).toMatch(/RCONEnabled=True/);
    expect(output.join('\n')).toMatch(/password is unknown/);
  });

  it.each([
    [{ rcon: undefined }, /The RCON port is unknown/],
    [{ portal: undefined }, /needs --portal/],
    [{ portal: 'ftp://x' }, /portal: must be the address/],
    [{ token: 'x' }, /token: must be the token/],
  ])('refuses %j and writes nothing', (options, message) => {
    const { config, add } = setUp();
    expect(() => add(options as never)).toThrow(message);
    expect(fs.existsSync(config)).toBe(false);
  });

  it('does not mix two portals in one file', () => {
    const { add, content } = setUp();
    add({ password: 'a' });
    expect(() => add({ token: 'th_second-token', portal: 'https://other.example.org' })).toThrow(
      /Another portal needs another file/,
    );
    add({ portal: `${portal}/`, token: 'th_second-token' });
    expect(content().servers).toHaveLength(1);
  });
});
