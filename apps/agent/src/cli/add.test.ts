import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { makeFolder } from '../testing/folder.fixture.ts';
import { addServer } from './add.ts';
import type { AddOptions } from './arguments.ts';

const portal = 'https://portal.example.org';

function setUp() {
  const config = path.join(makeFolder(), 'sub', 'agent.json');
  const output: string[] = [];
  const add = (
    { token = 'th_first-token', ...options }: Partial<AddOptions> & { token?: string } = {},
    entered?: string,
  ) => {
    vi.stubEnv('TRIBEHALL_TOKEN', token);
    onTestFinished(() => void vi.unstubAllEnvs());
    return addServer(
      { config, portal, game: 'asa', rcon: { host: '127.0.0.1', port: 27_020 }, ...options },
      (line) => output.push(line),
      () => Promise.resolve(entered),
    );
  };
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
  it('makes a configuration that works and that nobody else can read', async () => {
    const { config, add, output } = setUp();
    await add({ name: 'The Island', asksPassword: true }, 'secret');
    expect(readConfig(config)).toMatchObject({
      portal,
      servers: [{ name: 'The Island', rcon: { password: 'secret' } }],
    });
    expect(fs.statSync(config).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(path.dirname(config))).toEqual(['agent.json']);
    expect(output.join('\n')).toMatch(/^Added "The Island" in .*\n.*check/);
    expect(output.join('\n')).not.toMatch(/secret|th_first/);
  });

  it('reads the token from a file, and leaves none in the environment of the programs it starts', async () => {
    const { add, content } = setUp();
    const tokenFile = path.join(makeFolder(), 'token');
    fs.writeFileSync(tokenFile, 'th_from-a-file\n');
    await add({ tokenFile, passwordFile: 'a' });
    expect(content().servers).toMatchObject([{ token: 'th_from-a-file' }]);
    expect(process.env['TRIBEHALL_TOKEN']).toBeUndefined();
    await expect(add({ tokenFile: `${tokenFile}.missing` })).rejects.toThrow(/The token cannot be read from .*ENOENT/);
  });

  it('asks for a token that is not given, or says how to give one', async () => {
    const { add, content } = setUp();
    await expect(add({ token: '', passwordFile: 'a' })).rejects.toThrow(/needs the token .* --token-file FILE/);
    const { isTTY } = process.stdin;
    onTestFinished(() => void Object.assign(process.stdin, { isTTY }));
    Object.assign(process.stdin, { isTTY: true });
    await add({ token: '', passwordFile: 'a' }, ' th_as-it-was-entered ');
    expect(content().servers).toMatchObject([{ token: 'th_as-it-was-entered' }]);
  });

  it('adds more servers and leaves the others unchanged', async () => {
    const { add, content } = setUp();
    await add({ asksPassword: true }, 'a');
    const second = { token: 'th_second-token', rcon: { host: '127.0.0.1', port: 27_021 } };
    await add({ ...second, game: 'ase', passwordFile: 'b' });
    expect(content().servers).toHaveLength(2);
    expect(content().servers[0]).toMatchObject({ token: 'th_first-token', rcon: { password: 'a' } });
  });

  it('changes a server that has a new token, keeping its password', async () => {
    const { add, content, output } = setUp();
    await add({ name: 'The Island', asksPassword: true }, 'a');
    await add({ token: 'th_newer-token' });
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

  it('reads port and password from the game, without copying the password', async () => {
    const { add, content } = setUp();
    const install = makeInstall('[ServerSettings]\nRCONEnabled=True\nRCONPort=32330\nServerAdminPassword=secret\n');
    await add({ rcon: undefined, folder: install } as never);
    expect(content().servers).toEqual([
      {
        token: 'th_first-token',
        game: 'asa',
        rcon: { host: '127.0.0.1', port: 32_330 },
        folder: path.join(install, 'ShooterGame/Saved'),
      },
    ]);
  });

  it('finds the game in whose folder it is called', async () => {
    const { add, content } = setUp();
    const install = makeInstall('[ServerSettings]\nRCONPort=32330\nServerAdminPassword=secret\n');
    const before = process.cwd();
    onTestFinished(() => process.chdir(before));
    process.chdir(install);
    await add({ rcon: undefined } as never);
    expect(content().servers[0]).toMatchObject({ folder: path.join(process.cwd(), 'ShooterGame/Saved') });
  });

  it('reports that RCON is off, and that a password is missing', async () => {
    const { add, output } = setUp();
    await add({ folder: makeInstall('[ServerSettings]\nRCONEnabled=False\nRCONPort=1\n') });
    expect(output.join('\n')).toMatch(/RCONEnabled=True/);
    expect(output.join('\n')).toMatch(/password is unknown/);
  });

  it('asks for the password, in place of the one that it knows, and does not print it', async () => {
    const { add, content, output } = setUp();
    await add({ passwordFile: 'old' });
    await add({ asksPassword: true }, "it's secret");
    expect(content().servers).toMatchObject([{ rcon: { host: '127.0.0.1', port: 27_020, password: "it's secret" } }]);
    expect(content().servers[0]?.['rcon']).not.toHaveProperty('passwordFile');
    expect(output.join('\n')).not.toContain('secret');
    await expect(add({ asksPassword: true })).rejects.toThrow('No password was entered, so nothing was changed.');
    expect(content().servers).toMatchObject([{ rcon: { password: "it's secret" } }]);
  });

  it('says what is wrong with a folder', async () => {
    const { add, output } = setUp();
    const missing = path.join(makeFolder(), 'nowhere');
    await add({ folder: missing, passwordFile: 'a' });
    expect(output.join('\n')).toContain(`There is no folder ${missing}.`);
    await expect(add({ rcon: undefined, folder: missing } as never)).rejects.toThrow(`There is no folder ${missing}.`);
    const other = makeFolder();
    await expect(add({ rcon: undefined, folder: other } as never)).rejects.toThrow(
      `There is no GameUserSettings.ini below ${other}`,
    );
    const file = path.join(other, 'Config/LinuxServer/GameUserSettings.ini');
    await expect(add({ rcon: undefined, folder: other } as never)).rejects.toThrow(`Looked for ${file} or `);
  });

  it('takes the folder of the environment, which no shell has read', async () => {
    const { add, content } = setUp();
    const install = makeInstall('[ServerSettings]\nRCONPort=32330\nServerAdminPassword=secret\n');
    vi.stubEnv('TRIBEHALL_FOLDER', install);
    onTestFinished(() => void vi.unstubAllEnvs());
    await add({ rcon: undefined } as never);
    expect(content().servers[0]).toMatchObject({ folder: path.join(install, 'ShooterGame/Saved') });
  });

  it.each([
    [{ rcon: undefined }, /The RCON port is unknown/],
    [{ portal: undefined }, /needs --portal/],
    [{ portal: 'ftp://x' }, /portal: must be the address/],
    [{ token: 'x' }, /token: must be the token/],
  ])('refuses %j and writes nothing', async (options, message) => {
    const { config, add } = setUp();
    await expect(add(options as never)).rejects.toThrow(message);
    expect(fs.existsSync(config)).toBe(false);
  });

  it('does not mix two portals in one file', async () => {
    const { add, content } = setUp();
    await add({ asksPassword: true }, 'a');
    await expect(add({ token: 'th_second-token', portal: 'https://other.example.org' })).rejects.toThrow(
      /Another portal needs another file/,
    );
    await add({ portal: `${portal}/`, token: 'th_second-token' });
    expect(content().servers).toHaveLength(1);
  });
});
