import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { roles } from '@tribehall/contract';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { endAllIn, livingIn, openRun, ownFolder, pidsIn, stubborn, stubbornCount, urlOf } from './terminal.fixture.ts';

const app = await createTestApp();
const url = await urlOf(app);
const newOwner = () => createTestUser(app, { roles: [roles.Owner] });

/** A run whose processes all do not want to end. */
async function startStubborn(user: TestUser) {
  const folder = ownFolder();
  onTestFinished(() => endAllIn(folder));
  const run = await openRun(url, user.token, { ...stubborn(folder), cwd: folder });
  onTestFinished(run.leave);
  await vi.waitUntil(() => pidsIn(folder).length === stubbornCount && run.text() === 'ready\n');
  return { folder, run };
}

const stop = (user: TestUser, id: string | undefined) =>
  app.http.inject({ method: 'DELETE', url: `/api/terminal/runs/${id}`, headers: user.headers });

it('shows output while the command runs, as it was written', async () => {
  const { token } = await newOwner();
  const folder = ownFolder();
  const script = `printf '\\033[31mred\\033[0m'; until [ -e ${folder}/go ]; do sleep 0.05; done; echo '\u00e9'; exit 6`;
  const run = await openRun(url, token, { cmd: 'bash', args: ['-c', script], cwd: folder });
  await vi.waitUntil(() => run.text() === '\u001b[31mred\u001b[0m');
  expect(run.end()).toBeUndefined();
  await openRun(url, token, { cmd: 'touch', args: ['go'], cwd: folder });
  await run.done;
  expect(run.text()).toBe('\u001b[31mred\u001b[0mé\n');
  expect(run.events.map(({ event }) => event).filter((event) => event !== 'output')).toEqual(['started', 'ended']);
  expect(run.end()).toEqual({ code: 6, endedBy: 'itself', cwd: folder });
});

it('stops what does not want to, for its Owner from any session and for nobody else', async () => {
  const user = await newOwner();
  const { run, folder } = await startStubborn(user);
  expect((await stop(await newOwner(), run.id())).statusCode).toBe(404);
  expect((await stop(user, 'unknown')).statusCode).toBe(404);
  expect((await stop(user, 'a.b')).statusCode).toBe(404);
  const login = { email: user.email, password: 'correct horse battery' };
  const again = await app.http.inject({ method: 'POST', url: '/api/users/login', payload: login });
  const { accessToken } = again.json<{ data: { accessToken: string } }>().data;
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await stop({ ...user, headers }, run.id())).statusCode).toBe(200);
  await run.done;
  expect(run.end()).toMatchObject({ endedBy: 'stopped', message: 'Stopped.' });
  expect(livingIn(folder)).toEqual([]);
  expect((await stop(user, run.id())).statusCode).toBe(404);
});

it('says that the portal of a command does not answer', async () => {
  const leave = app.ctx.bus.respond('terminal.stop.hung', () => new Promise(() => {}));
  onTestFinished(leave);
  const reply = await stop(await newOwner(), 'hung');
  expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([
    503,
    "The portal that runs this command didn't answer. Try again in a moment.",
  ]);
});

it('ends with the page that showed it', async () => {
  const user = await newOwner();
  const { run, folder } = await startStubborn(user);
  run.leave();
  await expect.poll(() => livingIn(folder)).toEqual([]);
  await expect.poll(() => app.ctx.state.terminal.runs.size).toBe(0);
});

it('ends where the connection was gone before it began', async () => {
  const user = await newOwner();
  const folder = ownFolder();
  onTestFinished(() => endAllIn(folder));
  const body = JSON.stringify({ ...stubborn(folder), cwd: folder });
  // What is written down first has to wait, and the connection does not.
  await app.ctx.db.transaction(async (tx) => {
    await tx.execute('lock table audit in exclusive mode');
    const { hostname, port, host } = new URL(url);
    const accepted = once(app.http.server, 'connection') as Promise<[Socket]>;
    const socket = connect(Number(port), hostname);
    const head = `host: ${host}\r\nauthorization: Bearer ${user.token}\r\ncontent-type: application/json`;
    socket.write(`POST /api/terminal HTTP/1.1\r\n${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    const closed = once((await accepted)[0], 'close');
    await vi.waitUntil(() => app.ctx.state.terminal.runs.size === 1);
    socket.destroy();
    await closed;
  });
  await expect.poll(() => app.ctx.state.terminal.runs.size).toBe(0);
  expect(livingIn(folder)).toEqual([]);
});

it.each([
  [
    'a logout',
    (user: TestUser) => app.http.inject({ method: 'POST', url: '/api/users/logout', headers: user.headers }),
  ],
  ['the loss of the role', (user: TestUser) => setRoles(user)],
  [
    'the loss of the role alone',
    (user: TestUser) => app.ctx.db.execute(`update users set roles = '{}' where id = '${user.id}'`),
  ],
])('ends with %s', async (_, lose) => {
  const user = await newOwner();
  const { run, folder } = await startStubborn(user);
  await lose(user);
  await run.done;
  expect(run.end()).toMatchObject({ endedBy: 'session' });
  expect(livingIn(folder)).toEqual([]);
});

it('takes three of a session and no more', async () => {
  const user = await newOwner();
  const sleep = { cmd: 'sleep', args: ['600'], cwd: '/' };
  const runs = await Promise.all([1, 2, 3].map(() => openRun(url, user.token, sleep)));
  onTestFinished(() => runs.forEach((run) => run.leave()));
  expect((await openRun(url, user.token, sleep)).status).toBe(429);
  await vi.waitUntil(() => runs[0]?.id() !== undefined);
  await stop(user, runs[0]?.id());
  await runs[0]?.done;
  const next = await openRun(url, user.token, { ...sleep, args: ['0'] });
  expect(next.status).toBe(200);
  await next.done;
});

it('ends when the portal stops, and lets none begin', async () => {
  const own = await createTestApp();
  const user = await createTestUser(own, { roles: [roles.Owner] });
  const folder = ownFolder();
  onTestFinished(() => endAllIn(folder));
  const run = await openRun(await urlOf(own), user.token, { ...stubborn(folder), cwd: folder });
  await vi.waitUntil(() => pidsIn(folder).length === stubbornCount);
  await own.http.close();
  expect(livingIn(folder)).toEqual([]);
  await run.done;
});

async function setRoles(user: TestUser): Promise<void> {
  const { headers } = await newOwner();
  const reply = await app.http.inject({
    method: 'PUT',
    url: `/api/users/${user.id}/roles`,
    headers,
    payload: { roles: [roles.Admin] },
  });
  expect(reply.statusCode).toBe(200);
}
