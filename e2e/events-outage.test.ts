import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startCuttingProxy } from './cutting-proxy.ts';
import { expect, password } from './journey.ts';
import { test } from './own-portal.ts';
import type { Program } from './programs.ts';

// Kills the programs; needs no browser.
const load =
  process.env['TEST_DEPTH'] === 'deep'
    ? { servers: 50, linesPerSecond: 20, seconds: 60, cuts: 200 }
    : { servers: 5, linesPerSecond: 10, seconds: 8, cuts: 10 };
const tickMs = 100;

type Headers = Record<string, string>;
type Game = { id: string; token: string; logFile: string; playerId: string; written: number };

async function call<T>(url: string, headers: Headers, route: string, body?: object): Promise<T> {
  const reply = await fetch(`${url}/api/${route}`, {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return ((await reply.json()) as { data: T }).data;
}

async function logIn(url: string): Promise<Headers> {
  const account = { email: 'admin@tribehall.test', password };
  const { accessToken } = await call<{ accessToken: string }>(url, {}, 'users/login', account);
  return { authorization: `Bearer ${accessToken}` };
}

async function addGame(url: string, headers: Headers, folder: string, index: number): Promise<Game> {
  const server = await call<{ server: { id: string }; token: string }>(url, headers, 'ark/servers', {
    name: `Outage ${index}`,
    game: 'asa',
  });
  const logFile = path.join(folder, `game-${index}.log`);
  writeFileSync(logFile, '');
  const playerId = `7656119811111${String(index).padStart(4, '0')}`;
  return { id: server.server.id, token: server.token, logFile, playerId, written: 0 };
}

/** Commands of one admin, as the game logs them: they carry the player's ID and a number. */
function writeLines(game: Game, count: number): void {
  const stamp = new Date().toISOString().replace(/(\d+)-(\d+)-(\d+)T(\d+):(\d+):(\d+).*/, '$1.$2.$3_$4.$5.$6');
  const lines = Array.from({ length: count }, () => {
    game.written += 1;
    return `${stamp}: AdminCmd: count ${game.written} (PlayerName: Admin, ARKID: 7, SteamID: ${game.playerId})\r\n`;
  });
  appendFileSync(game.logFile, lines.join(''));
}

function writeConfig(folder: string, games: readonly Game[]): string {
  const configFile = path.join(folder, 'agent.json');
  const servers = games.map(({ id, token, logFile }) => ({
    name: id,
    token,
    game: 'asa',
    // Nothing answers there: the log alone is followed.
    rcon: { port: 9, password: 'unused' },
    logFile,
  }));
  const stateDir = path.join(folder, 'state');
  mkdirSync(stateDir);
  writeFileSync(configFile, JSON.stringify({ portal: 'http://127.0.0.1', stateDir, servers }));
  return configFile;
}

type Page = { entries: { thing: string | null }[]; next: string | null };

/** The numbers that are stored, oldest first. */
async function storedNumbers(url: string, headers: Headers, { playerId }: Game): Promise<number[]> {
  const numbers: number[] = [];
  let before = '';
  for (;;) {
    const route = `ark/players/${playerId}/timeline?kinds=admin-command${before}`;
    const { entries, next } = await call<Page>(url, headers, route);
    numbers.push(...entries.map(({ thing }) => Number(thing?.replace('count ', ''))));
    if (next === null) return numbers.toReversed();
    before = `&before=${next}`;
  }
}

/** The portal starts it again by itself. */
function killDatabase(dataFolder: string): void {
  const pid = Number.parseInt(readFileSync(path.join(dataFolder, 'database/cluster/postmaster.pid'), 'utf8'), 10);
  process.kill(pid, 'SIGKILL');
}

/** `at`: in seconds, or when the fault before it is over. */
type Fault = { at: number; cause: () => void | Promise<void> };

async function causeInTurn(faults: readonly Fault[], elapsed: () => number): Promise<void> {
  for (const { at, cause } of faults) {
    await delay(Math.max(0, at - elapsed()) * 1000);
    await cause();
  }
}

test('events of the game arrive once and in order while connections are cut and portal, agent and database killed', async ({
  own,
}) => {
  test.setTimeout(600_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'tribehall-events-'));
  let portal = await own.open();
  const { url } = portal;
  const proxy = await startCuttingProxy(Number(new URL(portal.url).port));
  let agent: Program | undefined;
  try {
    const headers = await logIn(url);
    const games: Game[] = [];
    for (let index = 0; index < load.servers; index += 1) games.push(await addGame(url, headers, folder, index));
    const configFile = writeConfig(folder, games);
    agent = await own.startAgent(proxy.url, configFile);
    const isConnected = async ({ id }: Game) =>
      (await call<{ state: string }>(url, headers, `ark/servers/${id}/details`)).state !== 'offline';
    for (const game of games) await expect.poll(() => isConnected(game)).toBe(true);

    const faults: Fault[] = [
      {
        at: 0.2 * load.seconds,
        cause: async () => {
          await portal.kill('SIGKILL');
          portal = await own.startPortal();
        },
      },
      {
        at: 0.45 * load.seconds,
        cause: async () => {
          await agent?.kill('SIGKILL');
          agent = await own.startAgent(proxy.url, configFile);
        },
      },
      { at: 0.7 * load.seconds, cause: () => killDatabase(own.dataFolder) },
    ];
    const startedAt = performance.now();
    const elapsed = () => (performance.now() - startedAt) / 1000;
    let cuts = 0;
    const faultsEnd = causeInTurn(faults, elapsed);
    let areFaultsOver = false;
    void faultsEnd.finally(() => (areFaultsOver = true)).catch(() => undefined);
    // Also while a slow machine is still at the faults.
    const isBehind = ({ written }: Game) => written < load.seconds * load.linesPerSecond;
    while (games.some(isBehind) || !areFaultsOver) {
      for (const game of games) writeLines(game, Math.floor(elapsed() * load.linesPerSecond) - game.written);
      if (cuts < load.cuts) cuts += proxy.cut(Math.floor((load.cuts * elapsed()) / load.seconds) - cuts);
      await delay(tickMs);
    }
    await faultsEnd;
    while (cuts < load.cuts) {
      cuts += proxy.cut(1);
      await delay(tickMs);
    }
    const sentAt = performance.now();

    const lastOf = async (game: Game) => {
      const route = `ark/players/${game.playerId}/timeline?kinds=admin-command`;
      return (await call<Page>(url, headers, route)).entries[0]?.thing;
    };
    for (const game of games) await expect.poll(() => lastOf(game)).toBe(`count ${game.written}`);
    const seconds = Math.round((performance.now() - sentAt) / 1000);
    test.info().annotations.push({
      type: 'load',
      description: `${games.reduce((sum, { written }) => sum + written, 0)} events, ${cuts} cuts; the last one was stored ${seconds} s after it was written`,
    });
    for (const game of games)
      expect(await storedNumbers(url, headers, game)).toEqual(
        Array.from({ length: game.written }, (_, index) => index + 1),
      );
  } finally {
    proxy.close();
    await agent?.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
});
