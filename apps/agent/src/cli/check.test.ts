import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Config, ServerConfig } from '../config/config.ts';
import { closedPort, password, startGameServer } from '../rcon/game-server.fixture.ts';
import { makeFolder } from '../testing/folder.fixture.ts';
import { startPortal } from '../testing/portal.fixture.ts';
import { bundlePrograms } from '../testing/programs.fixture.ts';
import { built, writeWorld } from '../testing/world.fixture.ts';
import { checkAll } from './check.ts';

const token = 'th_the-right-token';
const programs = bundlePrograms();

async function setUp(server: Partial<ServerConfig> = {}) {
  const game = await startGameServer({ command: ({ respond }) => respond('0. Ann, 76561197991984752') });
  const portal = await startPortal();
  const saved = makeFolder();
  fs.mkdirSync(path.join(saved, 'Logs'));
  fs.mkdirSync(path.join(saved, 'SavedArks'));
  fs.writeFileSync(path.join(saved, 'Logs/ShooterGame.log'), 'Log file open, 06/25/26 03:36:06\n');
  fs.writeFileSync(path.join(saved, 'SavedArks/76561197991984752.arkprofile'), '');
  writeWorld(path.join(saved, 'SavedArks/TheIsland.ark'), built(3));
  fs.writeFileSync(path.join(saved, 'BanList.txt'), '');
  const file = path.join(saved, 'agent.json');
  fs.writeFileSync(file, '{}', { mode: 0o600 });
  const config: Config = {
    file,
    portal: portal.url,
    stateDir: saved,
    updates: 'manual',
    servers: [
      {
        name: 'The Island',
        token,
        game: 'ase',
        rcon: { host: '127.0.0.1', port: game.port, password },
        folder: saved,
        ...server,
      },
    ],
  };
  const check = async (changed: Partial<Config> = {}) => {
    const lines: string[] = [];
    const reader = { program: programs.saveReader() };
    const isWell = await checkAll({ ...config, ...changed }, (line) => lines.push(line), reader);
    return { isWell, text: lines.join('\n') };
  };
  return { game, portal, saved, config, check };
}

/** The test portal accepts everyone by default; the real one rejects connections without a token. */
function demandToken(portal: { behaviour: { refusesWith?: number }; tokens: string[] }, right: string) {
  Object.defineProperty(portal.behaviour, 'refusesWith', {
    get: () => (portal.tokens.at(-1) === `Bearer ${right}` ? undefined : 401),
  });
}

describe('check', () => {
  it('finds everything well, and greets nobody', async () => {
    const { portal, check } = await setUp();
    demandToken(portal, token);
    const { isWell, text } = await check();
    expect(text).not.toContain('✗');
    expect(isWell).toBe(true);
    for (const about of ['config', 'portal', 'token', 'RCON', 'players', 'log', 'ban list', 'profiles', 'save']) {
      expect(text).toContain(`✓ ${about}`);
    }
    expect(text).toContain('1 online');
    expect(text).toMatch(/TheIsland\.ark, ASE 11, .* MB, \d+ s old: 3 structures, 0 players\./);
    expect(portal.hellos).toEqual([]);
  });

  it('reports what is broken and how to fix it', async () => {
    const { portal, saved, check } = await setUp({ rcon: { host: '127.0.0.1', port: await closedPort(), password } });
    demandToken(portal, 'th_another-token');
    fs.rmSync(path.join(saved, 'Logs'), { recursive: true });
    const { isWell, text } = await check();
    expect(isWell).toBe(false);
    expect(text).toMatch(/✗ token +The portal does not accept it\.\n +→ Create a new token/);
    expect(text).toMatch(/✗ RCON +127\.0\.0\.1:\d+: .*ECONNREFUSED.*\n +→ Start the game server/);
    expect(text).toMatch(/✗ log +There is none at .*ShooterGame\.log\.\n +→ Set "folder"/);
    expect(text).toContain('3 things have to be fixed.');
    expect(text).not.toMatch(/th_|the right password/);
  });

  it('distinguishes a wrong password from a game that is down', async () => {
    const { game, check } = await setUp();
    const { text } = await check({
      servers: [{ name: 'x', token, game: 'asa', rcon: { host: '127.0.0.1', port: game.port, password: 'wrong' } }],
    });
    expect(text).toMatch(/✗ RCON .*refused the RCON password.*\n +→ Set rcon.password or rcon.passwordFile/);
    expect(text).toMatch(/– log +Not configured/);
  });

  it('reports that there is no portal', async () => {
    const { portal, check } = await setUp();
    await portal.stop();
    const { text } = await check();
    expect(text).toMatch(/✗ portal .*cannot be reached: .*ECONNREFUSED/);
    const other = await startPortal({ refusesWith: 404 });
    expect((await check({ portal: other.url })).text).toMatch(/✗ portal .*answers 404/);
  });

  it('reports what is wrong with the save, and that there is none', async () => {
    const { saved, check } = await setUp();
    const world = path.join(saved, 'SavedArks/TheIsland.ark');
    fs.writeFileSync(world, 'noise');
    expect((await check()).text).toMatch(/✗ save +The world save is damaged or in an unknown format\..*\n +→ /);
    fs.rmSync(world);
    expect((await check()).text).toMatch(/– save +No world in .*SavedArks yet\.\n +→ Let the game save once/);
    fs.rmSync(path.dirname(world), { recursive: true });
    expect((await check()).text).toMatch(/– save +There is no folder .*SavedArks yet\./);
    expect(fs.readdirSync(saved).filter((name) => name.startsWith('check-'))).toEqual([]);
  });

  it('warns of a game that shows codes to everyone', async () => {
    const { saved, check } = await setUp();
    fs.mkdirSync(path.join(saved, 'Config/LinuxServer'), { recursive: true });
    fs.writeFileSync(
      path.join(saved, 'Config/LinuxServer/GameUserSettings.ini'),
      '[ServerSettings]\nAdminLogging=True\n',
    );
    expect((await check()).text).toMatch(/– codes +AdminLogging is on/);
  });

  it('warns of a log that is not written though players are online', async () => {
    const { saved, check } = await setUp();
    fs.utimesSync(path.join(saved, 'Logs/ShooterGame.log'), 1_000, 1_000);
    expect((await check()).text).toMatch(/✗ log .*though players are online\.\n +→ .*logFile/);
  });
});
