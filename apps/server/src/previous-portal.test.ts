import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeEmptyPlace } from './backup/backup.fixture.ts';
import { serverRoot } from './platform/server-root.ts';
import { makeFolder } from './testing/portal-process.ts';

/** The portal as version 0.1.0 was built, with its migrations; it runs with the packages of this version. */
const archive = join(serverRoot, 'previous/portal-0.1.0.tgz');
const modules = join(serverRoot, '../../node_modules');

type Program = { output: () => string };

function run(script: string, args: string[], env: Record<string, string>): Program & { exit: Promise<unknown> } {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [script, ...args], { cwd: dirname(script), env: { PATH, ...env } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const exit = once(child, 'close');
  onTestFinished(async () => {
    child.kill();
    await exit;
  });
  return { output: () => text, exit };
}

/** Version 0.1.0 on an empty database, and calls of its Owner. */
async function startPreviousPortal() {
  const folder = makeFolder();
  chmodSync(folder, 0o755);
  const server = join(folder, 'apps/server');
  mkdirSync(server, { recursive: true });
  execFileSync('tar', ['-xzf', archive, '-C', server]);
  symlinkSync(modules, join(folder, 'node_modules'));
  mkdirSync(join(folder, 'apps/web/dist'), { recursive: true });
  writeFileSync(join(folder, 'apps/web/dist/index.html'), '<!doctype html>');
  const { config } = await makeEmptyPlace();
  const env = { PORT: '0', DATA_DIR: config.DATA_DIR, DATABASE_URL: config.DATABASE_URL ?? '', TRIBEHALL_WORLD: 'off' };
  mkdirSync(config.DATA_DIR, { recursive: true });
  const portal = run(join(server, 'dist/main.js'), [], env);
  await expect.poll(portal.output, { timeout: 60_000 }).toContain('Tribehall is ready at ');
  const [, url = ''] = /ready at (\S+)/.exec(portal.output()) ?? [];
  const admin = run(join(server, 'dist/admin.js'), ['create-owner', 'owner@example.test', 'Olive'], env);
  await admin.exit;
  const [, password = ''] = /password\S*:? (\S+)/i.exec(admin.output()) ?? [];
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
  token = data?.accessToken ?? admin.output();
  return { url, call };
}

/** The agent of this version, without a game. */
function startAgent(portal: string, token: string) {
  const folder = makeFolder();
  execFileSync(process.execPath, [join(serverRoot, '../../tooling/setup/build-target.mjs'), 'agent', folder]);
  symlinkSync(modules, join(folder, 'node_modules'));
  const log = join(folder, 'Saved/Logs/ShooterGame.log');
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, 'Log file open, 06/25/26 03:36:06\r\n');
  const rcon = { host: '127.0.0.1', port: 9, password: 'a' };
  const server = { name: 'New', token, game: 'asa', rcon, folder: join(folder, 'Saved') };
  const config = join(folder, 'agent.json');
  writeFileSync(config, JSON.stringify({ portal, stateDir: 'state', servers: [server] }));
  const agent = run(join(folder, 'main.js'), ['run', '--config', config], {});
  const { version } = JSON.parse(readFileSync(join(folder, 'package-build.json'), 'utf8')) as { version: string };
  let minute = 40;
  const write = (text: string) => {
    minute += 1;
    appendFileSync(log, `[2026.06.25-03.${minute}.00:000][  1]2026.06.25_03.${minute}.00: ${text}\r\n`);
  };
  return { ...agent, version, write };
}

describe('a portal of version 0.1.0', () => {
  it('works with the agent of this version: it connects, reports and carries out commands', async () => {
    const { url, call } = await startPreviousPortal();
    type Added = { data: { server: { id: string }; token: string } };
    const { data } = await call<Added>('POST', '/ark/servers', { name: 'New', game: 'asa' });
    const agent = startAgent(url, data.token);
    const ask = (method: string, path: string) => call<object>(method, `/ark/servers/${data.server.id}${path}`);
    const details = () => ask('GET', '/details');
    await expect.poll(details, { timeout: 60_000 }).toMatchObject({ data: { isConnected: true } });
    expect(JSON.stringify(await details())).toContain(agent.version);
    agent.write('Ann (Annie): hello');
    const chat = async () => JSON.stringify(await ask('GET', '/chat'));
    await expect.poll(chat, { timeout: 30_000 }).toContain('"hello"');
    // 0.1.0 does not know what happened in the game. That is said once, and holds up nothing.
    agent.write('Ann - Lvl 10 (Alpha) was killed by a Raptor - Lvl 5 ()!');
    agent.write('Bob - Lvl 12 (Alpha) was killed by a Raptor - Lvl 5 ()!');
    agent.write('Ann (Annie): still here');
    await expect.poll(chat, { timeout: 30_000 }).toContain('"still here"');
    expect(agent.output().match(/no such type of event/g) ?? []).toHaveLength(1);
    expect(await ask('POST', '/ping')).toMatchObject({ code: 'SERVER_OFFLINE' });
  }, 180_000);
});
