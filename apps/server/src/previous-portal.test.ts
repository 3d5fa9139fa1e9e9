import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { password, startServer } from '../../world/src/ark/simulated-server.fixture.ts';
import type { SimulatedServer } from '../../world/src/ark/simulated-server.ts';
import { serverRoot } from './platform/server-root.ts';
import { makeFolder, spawnPortal } from './testing/portal-process.ts';

/** The portal as version 0.1.0 was built, with its migrations; it runs with the packages of this version. */
const archive = join(serverRoot, 'previous/portal-0.1.0.tgz');
const modules = join(serverRoot, '../../node_modules');
const agentDist = join(serverRoot, '../agent/dist');

const running = new Set<() => Promise<number | null>>();
const folders: string[] = [];
afterAll(async () => {
  for (const stop of running) await stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function run(script: string, args: string[], env: Record<string, string>) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [script, ...args], { cwd: dirname(script), env: { PATH, ...env } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const exit = once(child, 'close') as Promise<[number | null]>;
  const stop = async () => {
    child.kill();
    return (await exit)[0];
  };
  running.add(stop);
  return { output: () => text, exit, stop };
}

/** Version 0.1.0 on a data folder of its own, in which there is only an Owner. */
async function startPreviousPortal() {
  const folder = makeFolder();
  folders.push(folder);
  chmodSync(folder, 0o755);
  const server = join(folder, 'apps/server');
  mkdirSync(server, { recursive: true });
  execFileSync('tar', ['-xzf', archive, '-C', server]);
  symlinkSync(modules, join(folder, 'node_modules'));
  mkdirSync(join(folder, 'apps/web/dist'), { recursive: true });
  writeFileSync(join(folder, 'apps/web/dist/index.html'), '<!doctype html>');
  const [dataDir, elsewhere] = [join(folder, 'data'), join(folder, 'elsewhere')];
  for (const made of [dataDir, elsewhere]) mkdirSync(made);
  const env = { PORT: '0', DATA_DIR: dataDir, TRIBEHALL_WORLD: 'off' };
  const admin = async (...args: string[]) => {
    const program = run(join(server, 'dist/admin.js'), args, env);
    await program.exit;
    return program.output();
  };
  const start = async () => {
    const portal = run(join(server, 'dist/main.js'), [], env);
    await vi.waitFor(() => expect(portal.output()).toContain('Tribehall is ready at '));
    const [, url = ''] = /ready at (\S+)/.exec(portal.output()) ?? [];
    return { ...portal, url };
  };
  const portal = await start();
  return { dataDir, elsewhere, portal, start, keeper: await createOwner(admin) };
}

type PreviousPortal = Awaited<ReturnType<typeof startPreviousPortal>>;

/** Calls of the Owner. */
async function logIn(url: string, password: string) {
  let token = '';
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = {
      origin: url,
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    };
    const reply = await fetch(`${url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return (await reply.json()) as T;
  };
  const account = { email: 'owner@example.test', password };
  const { data } = await call<{ data?: { accessToken: string } }>('POST', '/users/login', account);
  token = data?.accessToken ?? '';
  return call;
}

async function addServer(url: string, password: string, name: string): Promise<void> {
  const call = await logIn(url, password);
  expect(await call('POST', '/ark/servers', { name, game: 'asa' })).toMatchObject({ status: 200 });
}

async function listServers(url: string, password: string): Promise<string[]> {
  const call = await logIn(url, password);
  const { data } = await call<{ data: { name: string }[] }>('GET', '/ark/servers');
  return data.map(({ name }) => name);
}

/** The password of the new account. */
async function createOwner(admin: (...args: string[]) => Promise<string>): Promise<string> {
  const output = await admin('create-owner', 'owner@example.test', 'Olive');
  return /password\S*:? (\S+)/i.exec(output)?.[1] ?? output;
}

/** The agent of this version. */
function startAgent(portal: string, token: string, game: SimulatedServer) {
  const folder = makeFolder();
  folders.push(folder);
  const rcon = { host: '127.0.0.1', port: game.port, password };
  const server = { name: 'New', token, game: game.game, rcon, folder: game.savedFolder };
  const config = join(folder, 'agent.json');
  writeFileSync(config, JSON.stringify({ portal, stateDir: 'state', servers: [server] }));
  const agent = run(join(agentDist, 'main.js'), ['run', '--config', config], {});
  const { version } = JSON.parse(readFileSync(join(agentDist, 'package-build.json'), 'utf8')) as { version: string };
  return { ...agent, version };
}

/** An agent of this version connects, reports and carries out commands. */
async function useAgent(url: string, keeper: string): Promise<void> {
  const call = await logIn(url, keeper);
  type Added = { data: { server: { id: string }; token: string } };
  const { data } = await call<Added>('POST', '/ark/servers', { name: 'New', game: 'asa' });
  const game = await startServer();
  const agent = startAgent(url, data.token, game);
  const ask = (method: string, path: string) => call<object>(method, `/ark/servers/${data.server.id}${path}`);
  const details = () => ask('GET', '/details');
  await expect.poll(details, { timeout: 60_000 }).toMatchObject({ data: { isConnected: true, state: 'up' } });
  expect(JSON.stringify(await details())).toContain(agent.version);
  const ann = game.join();
  game.say(ann.playerId, 'hello');
  const chat = async () => JSON.stringify(await ask('GET', '/chat'));
  await expect.poll(chat, { timeout: 30_000 }).toContain('"hello"');
  // 0.1.0 does not know what happened in the game. That is said once, and holds up nothing.
  game.kill(ann.playerId);
  game.kill(game.join().playerId);
  game.say(ann.playerId, 'still here');
  await expect.poll(chat, { timeout: 30_000 }).toContain('"still here"');
  expect(agent.output().match(/no such type of event/g) ?? []).toHaveLength(1);
  expect(await ask('POST', '/ping')).toMatchObject({ data: { roundTripMs: expect.any(Number) as number } });
  expect(game.received).not.toContain('SaveWorld');
  expect(await ask('POST', '/saveWorld')).toMatchObject({ status: 200 });
  expect(game.received).toContain('SaveWorld');
  await agent.stop();
}

/** A command of the operator of this version. */
async function runAdmin(dataDir: string, ...args: string[]): Promise<string> {
  const program = spawnPortal(dataDir, { program: 'admin', args });
  expect(await program.exit(), program.output()).toBe(0);
  return program.output();
}

/** Returns the head of the audit, for a later call. */
async function verifyAudit(dataDir: string, head?: string): Promise<string> {
  const output = await runAdmin(dataDir, 'verify-audit', ...(head === undefined ? [] : ['--head', head]));
  expect(output).toContain('nothing was changed, removed or inserted.');
  return /^Head .*: (\S+)$/m.exec(output)?.[1] ?? '';
}

/** Its data folder is upgraded, used by it as before, and restored to what it was. */
async function upgradeAndReturn({ dataDir, elsewhere, start, keeper }: PreviousPortal): Promise<void> {
  const upgraded = spawnPortal(dataDir);
  const url = await upgraded.ready();
  expect(upgraded.output()).toContain('This version changes the database: ');
  const [, backup = ''] = /is backed up in (\S+\.tar\.gz)\./.exec(upgraded.output()) ?? [];
  expect(basename(backup)).toMatch(/^before-/);
  await addServer(url, keeper, 'Of this version');
  const head = await verifyAudit(dataDir);
  expect(await upgraded.stop()).toBe(0);

  // 0.1.0 reads the latest migration and runs those that are newer than that, as if there could be no others.
  const unaware = await start();
  expect(await listServers(unaware.url, keeper)).toContain('Of this version');
  await addServer(unaware.url, keeper, 'Of the previous version');
  expect(await unaware.stop()).toBe(0);
  const again = spawnPortal(dataDir);
  await addServer(await again.ready(), keeper, 'Of this version again');
  expect(again.output()).not.toContain('changes the database');
  // The two versions have added to one chain.
  await verifyAudit(dataDir, head);
  const added = await runAdmin(dataDir, 'audit', '--action', 'servers.add', '--search', 'Of the previous version');
  expect(added).toContain('  servers.add  Of the previous version');
  expect(await again.stop()).toBe(0);

  // 0.1.0 has no command to restore.
  for (const name of ['database', 'database.json']) renameSync(join(dataDir, name), join(elsewhere, name));
  await runAdmin(dataDir, 'restore', '--database-only', backup);
  const back = await start();
  expect(await listServers(back.url, keeper)).toEqual(['New']);
  expect(await back.stop()).toBe(0);
}

// One test: starting the first portal takes longer than most tests, and what it has stored by then is upgraded.
it('a portal of version 0.1.0 works with the agent of this version, and on a database that this version has changed; the backup before that leads back', async () => {
  const previous = await startPreviousPortal();
  const { portal, keeper } = previous;
  await useAgent(portal.url, keeper);
  expect(await portal.stop()).toBe(0);
  await upgradeAndReturn(previous);
}, 360_000);
