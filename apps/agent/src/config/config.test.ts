import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { gameTraits } from '../games.ts';
import { makeFolder } from '../testing/folder.fixture.ts';
import { configPaths, findConfig, readConfig } from './config.ts';
import { readGameUserSettings } from './game-user-settings.ts';
import { findRconPassword } from './rcon-password.ts';

const server = { token: 'th_0123456789', game: 'asa', rcon: { host: '127.0.0.1', port: 27020, password: 'secret' } };
const valid = { portal: 'https://portal.example.org', servers: [server] };

function write(content: unknown): string {
  const file = path.join(makeFolder(), 'agent.json');
  fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

function saved(bytes: Buffer, system = 'LinuxServer'): string {
  const folder = makeFolder();
  const settingsFolder = path.join(folder, 'Config', system);
  fs.mkdirSync(settingsFolder, { recursive: true });
  fs.writeFileSync(path.join(settingsFolder, 'GameUserSettings.ini'), bytes);
  return folder;
}

describe('the configuration', () => {
  it('resolves paths from where the file is, and names what has no name', () => {
    const lists = { banList: '/srv/BanList.txt', whitelist: 'allowed.txt' };
    const file = write({ ...valid, servers: [{ ...server, folder: 'ark/Saved', ...lists }] });
    const folder = path.dirname(file);
    expect(readConfig(file)).toMatchObject({
      portal: 'https://portal.example.org',
      stateDir: path.join(folder, 'agent-state'),
      servers: [
        {
          name: 'asa 127.0.0.1:27020',
          folder: path.join(folder, 'ark/Saved'),
          banList: '/srv/BanList.txt',
          whitelist: path.join(folder, 'allowed.txt'),
        },
      ],
    });
  });

  it('may get its portal from the command line', () => {
    expect(readConfig(write({ servers: [server] }), { portal: 'http://127.0.0.1:8080' }).portal).toBe(
      'http://127.0.0.1:8080',
    );
  });

  it('may begin with the mark that editors on Windows write', () => {
    expect(readConfig(write(`\ufeff${JSON.stringify(valid)}`)).servers).toHaveLength(1);
  });

  it.each([
    [{ ...valid, portal: 'portal.example.org' }, /portal: must be the address of the portal/],
    [{ ...valid, portal: 'https://user:pass@x.org' }, /portal: must be the address/],
    [{ ...valid, servers: [] }, /servers: is empty/],
    [{ ...valid, servers: [{ ...server, game: 'ark' }] }, /servers\[0\]\.game: /],
    [{ ...valid, servers: [{ ...server, token: 'a b\n' }] }, /servers\[0\]\.token: must be the token/],
    [{ ...valid, servers: [{ ...server, rcon: { port: 'x' } }] }, /servers\[0\]\.rcon\.port: must be a number/],
    [{ ...valid, servers: [{ ...server, rcon: { port: 70_000 } }] }, /servers\[0\]\.rcon\.port: must be a port/],
    [{ ...valid, servers: [{ ...server, pasword: 'x' }] }, /"pasword" in servers\[0\] is not a setting/],
    [{ ...valid, servers: [server, { ...server, name: 'B' }] }, /servers\[1\] has the token of servers\[0\]/],
    [
      { ...valid, servers: [server, { ...server, token: 'th_other-token' }] },
      /servers\[1\] has the name of servers\[0\]/,
    ],
    ['{ "portal": "x" "password": "hunter2" }', /is not valid JSON/],
    ['[]', /the file: /],
  ])('reports what is wrong with %j', (content, message) => {
    const file = write(content);
    expect(() => readConfig(file)).toThrow(message);
    expect(() => readConfig(file)).not.toThrow('hunter2');
    expect(() => readConfig(file)).toThrow(file);
  });

  it('reports that it is missing', () => {
    expect(() => readConfig(path.join(makeFolder(), 'none.json'))).toThrow(/none\.json cannot be read/);
  });

  it('is looked for beside the operator first, then with the user', () => {
    const windows = { appData: 'C:\\Users\\Ann\\AppData\\Roaming', programData: 'C:\\ProgramData' };
    const around = { cwd: '/here', home: '/home/ann', ...windows };
    expect(configPaths({ ...around, platform: 'linux' })).toEqual([
      '/here/tribehall-agent.json',
      '/home/ann/.config/tribehall-agent/config.json',
    ]);
    // A service can read the second; earlier agents wrote the third.
    expect(configPaths({ ...around, platform: 'win32' }).slice(1)).toEqual([
      'C:\\ProgramData\\tribehall-agent\\config.json',
      'C:\\Users\\Ann\\AppData\\Roaming\\tribehall-agent\\config.json',
    ]);
    const file = write(valid);
    expect(findConfig(['/nowhere', file])).toBe(file);
  });
});

describe("the game's own settings", () => {
  const ini = [
    '[ServerSettings]',
    'RCONEnabled=True',
    'RCONPort=32330',
    'ServerAdminPassword=a=b;c',
    'ServerPassword=other',
    '[SessionSettings]',
    'SessionName=The Island – Bob',
    '[Other]',
    'ServerAdminPassword=wrong',
  ].join('\r\n');

  it.each([
    ['UTF-8', Buffer.from(ini), 'LinuxServer'],
    ['UTF-16', Buffer.from(`\ufeff${ini}`, 'utf16le'), 'WindowsServer'],
  ])('are read in %s', (_name, bytes, system) => {
    expect(readGameUserSettings(saved(bytes, system), gameTraits.asa)).toMatchObject({
      isRconOn: true,
      rconPort: 32_330,
      adminPassword: 'a=b;c',
      sessionName: 'The Island – Bob',
    });
  });

  it('may be missing or empty', () => {
    expect(readGameUserSettings(makeFolder(), gameTraits.asa)).toBeUndefined();
    expect(Object.keys(readGameUserSettings(saved(Buffer.from('')), gameTraits.asa) ?? {})).toEqual([
      'file',
      'isAdminLogging',
    ]);
  });

  it('give the password where the configuration has none', () => {
    const base = { name: 'x', token: 'th_0123456789', game: 'asa', rcon: { host: 'h', port: 1 } } as const;
    const file = path.join(makeFolder(), 'password');
    fs.writeFileSync(file, 'from file\n');
    expect(findRconPassword({ ...base, rcon: { ...base.rcon, password: 'given', passwordFile: file } })).toBe('given');
    expect(findRconPassword({ ...base, rcon: { ...base.rcon, passwordFile: file } })).toBe('from file');
    expect(findRconPassword({ ...base, folder: saved(Buffer.from(ini)) })).toBe('a=b;c');
    expect(() => findRconPassword(base)).toThrow(/password is unknown/);
    fs.writeFileSync(file, '\n');
    expect(() => findRconPassword({ ...base, rcon: { ...base.rcon, passwordFile: file } })).toThrow(/is empty/);
  });
});
