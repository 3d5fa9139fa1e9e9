import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { roles } from '@tribehall/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { password, startServer } from '../../../../world/src/ark/simulated-server.fixture.ts';
import { serverRoot } from '../../platform/server-root.ts';
import { makeFolder } from '../../testing/portal-process.ts';
import { agentUrl, CommandError, connectTestAgent } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { listObjectEntries } from '../audit/audit.service.ts';
import type { AgentBuild } from './agent-package.ts';

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });

const ask = async (user: TestUser, method: 'GET' | 'POST', path: string) => {
  const reply = await app.http.inject({ method, url: `/api/ark/servers/${path}`, headers: user.headers });
  return reply.json<{ status: number; code?: string; data: unknown }>();
};

describe('updating an agent from the portal', () => {
  it('is for Admins, not for admins of one server, and audited with its outcome', async () => {
    const server = await addTestServer(app);
    const owner = await createTestUser(app);
    await app.ctx.db.execute(`insert into server_admins values ('${owner.id}', '${server.id}', now())`);
    const update = (user: TestUser) => ask(user, 'POST', `${server.id}/agent/update`);
    expect(await update(owner)).toMatchObject({ status: 403 });
    expect(await update(admin)).toMatchObject({ code: 'SERVER_OFFLINE' });
    let isAllowed = false;
    const agent = await connectTestAgent(app, {
      token: server.token,
      commands: {
        'agent.update': () => {
          if (!isAllowed) throw new CommandError('notSupported', 'The agent does not allow it.');
          return { version: '0.2.0+0123456789' };
        },
      },
    });
    expect(await update(admin)).toMatchObject({ code: 'NOT_SUPPORTED', error: 'The agent does not allow it.' });
    isAllowed = true;
    expect(await update(admin)).toMatchObject({ status: 200, data: { version: '0.2.0+0123456789' } });
    // It names neither a version nor an address.
    expect(agent.received.at(-1)).toEqual({ command: 'agent.update', params: {} });
    const { entries } = await listObjectEntries(app.ctx, { field: 'serverId', id: server.id }, undefined);
    const outcomes = entries.filter(({ action }) => action === 'servers.updateAgent').map(({ outcome }) => outcome);
    expect(outcomes.toReversed()).toEqual(['SERVER_OFFLINE', 'NOT_SUPPORTED', 'done']);
  });
});

/** Runs the agent of an archive beside a simulated game. `prepare` may change it before. */
async function runAgent(
  archive: string,
  { token }: { token: string },
  more: object = {},
  prepare = (_program: string) => {},
) {
  const folder = makeFolder();
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
  const program = join(folder, 'package');
  prepare(program);
  const game = await startServer();
  const config = join(folder, 'agent.json');
  const portal = (await agentUrl(app)).replace(/^ws(.*)\/api\/.*$/, 'http$1');
  const rcon = { host: '127.0.0.1', port: game.port, password };
  const entry = { name: 'Old', token, game: game.game, rcon, folder: game.savedFolder };
  writeFileSync(config, JSON.stringify({ portal, stateDir: 'state', servers: [entry], ...more }));
  const child = spawn(process.execPath, [join(program, 'main.js'), 'run', '--config', config]);
  onTestFinished(async () => {
    child.kill();
    await once(child, 'exit');
  });
  return game;
}

type Details = {
  isConnected: boolean;
  agent: { name: string; version: string } | null;
  capabilities: { can: string[] } | null;
};

const details = async ({ id }: { id: string }) => (await ask(admin, 'GET', `${id}/details`)).data as Details;

/** Agents of released versions, as they were packed. */
const previousAgents = join(serverRoot, '../agent/previous');

describe('an agent of the previous version', () => {
  it.each(readdirSync(previousAgents))('%s connects, reports, and carries out commands', async (archive) => {
    const server = await addTestServer(app);
    const game = await runAgent(join(previousAgents, archive), server);
    const version = /-(\d+\.\d+\.\d+)\.tgz$/.exec(archive)?.[1] ?? '';
    await expect.poll(() => details(server)).toMatchObject({ isConnected: true, agent: { name: 'tribehall-agent' } });
    expect((await details(server)).agent?.version).toMatch(new RegExp(`^${version}\\+[\\da-f]{10}$`));
    game.say(game.join().playerId, 'hello');
    const chat = () => ask(admin, 'GET', `${server.id}/chat`);
    await expect.poll(async () => JSON.stringify((await chat()).data)).toContain('"hello"');
    // It does not know the command, so the portal does not offer it.
    expect((await details(server)).capabilities?.can).not.toContain('agent.update');
    expect(await ask(admin, 'POST', `${server.id}/agent/update`)).toMatchObject({ code: 'NOT_SUPPORTED' });
    const ping = { data: { roundTripMs: expect.any(Number) as number } };
    await expect.poll(() => ask(admin, 'POST', `${server.id}/ping`)).toMatchObject(ping);
    expect(game.received).not.toContain('SaveWorld');
    expect(await ask(admin, 'POST', `${server.id}/saveWorld`)).toMatchObject({ status: 200 });
    expect(game.received).toContain('SaveWorld');
  });
});

it('an agent that allows it becomes the build of the portal', async () => {
  const dist = makeFolder();
  execFileSync(process.execPath, [join(serverRoot, '../../tooling/setup/build-target.mjs'), 'agent', dist]);
  app.ctx.state.servers.agentFile = join(dist, 'agent.tgz');
  const { version, build } = JSON.parse(readFileSync(join(dist, 'package-build.json'), 'utf8')) as AgentBuild;
  const server = await addTestServer(app);
  const older = { version, build: '0000000000' };
  await runAgent(join(dist, 'agent.tgz'), server, { updates: 'portal' }, (program) => {
    writeFileSync(join(program, 'package-build.json'), JSON.stringify(older));
    // With the packages of the running agent, npm has nothing to fetch.
    symlinkSync(join(serverRoot, '../../node_modules'), join(program, 'node_modules'));
  });
  const versionNow = async () => (await details(server)).agent?.version;
  await expect.poll(versionNow).toBe(`${version}+0000000000`);
  const updated = await ask(admin, 'POST', `${server.id}/agent/update`);
  expect(updated).toMatchObject({ status: 200, data: { version: `${version}+${build}` } });
  await expect.poll(versionNow).toBe(`${version}+${build}`);
  expect(await details(server)).toMatchObject({ isConnected: true });
});
