import fs from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { controlAddress, openControlSocket } from '../control-socket.ts';
import { loggedIn, rawClient, startServer, temporaryFolder } from './simulated-server.fixture.ts';
import { steer } from './ark.ts';
import type { SteeringReply, SteeringRequest } from './steering-messages.ts';

async function steeredServer() {
  const server = await startServer({ id: 'the-island' });
  const servers = new Map([[server.id, server]]);
  const ask = (fields: object) => steer(servers, { type: 'ark', requestId: 7, id: 'the-island', ...fields });
  return { server, servers, ask };
}

const ok = (data?: unknown) => ({
  type: 'ark-answer',
  requestId: 7,
  ok: true,
  ...(data === undefined ? {} : { data }),
});
const refused = (error: string) => ({ type: 'ark-answer', requestId: 7, ok: false, error });

const stateLine = (requestId: string) =>
  JSON.stringify({ type: 'ark', requestId, id: 'the-island', action: 'state' } satisfies SteeringRequest);

it('makes players come, speak, die and go', async () => {
  const { server, ask } = await steeredServer();
  const survivor = { playerId: '0002aabbccddeeff0011223344556677', name: 'Runa', tribeName: 'Tidewatch' };
  const { playerId } = survivor;
  expect(await ask({ action: 'join', survivor })).toMatchObject(ok({ playerId, name: 'Runa' }));
  expect(await ask({ action: 'say', playerId, text: 'hello' })).toEqual(ok());
  expect(await ask({ action: 'kill', playerId })).toEqual(ok());
  await (await loggedIn(server)).command(`ServerChatTo "${playerId}" 123456`);
  expect(await ask({ action: 'screen', playerId })).toMatchObject(
    ok([{ kind: 'chat' }, { kind: 'whisper', text: '123456' }]),
  );
  expect(await ask({ action: 'received' })).toEqual(ok([`ServerChatTo "${playerId}" 123456`]));
  expect(await ask({ action: 'survivors' })).toMatchObject(ok([{ playerId }]));
  expect(await ask({ action: 'leave', playerId })).toEqual(ok());
  expect(await ask({ action: 'leave', playerId })).toEqual(refused('Nobody with this id can do that now.'));
  expect(await ask({ action: 'join' })).toMatchObject({ ok: true });
});

it('makes players build, takes down what a team has built, and saves', async () => {
  const { server, ask } = await steeredServer();
  const { playerId, tribe } = server.join({ tribeName: 'Tidewatch' });
  const teamId = tribe?.id;
  expect(await ask({ action: 'build', playerId, structure: 'Stone Wall' })).toEqual(ok());
  expect(await ask({ action: 'build', playerId, structure: 'Death Star' })).toEqual(
    refused('Nobody can build "Death Star".'),
  );
  const wall = { className: 'Wall_Stone_C', teamId, teamName: 'Tidewatch' };
  expect(await ask({ action: 'structures' })).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining(wall)]) as unknown,
  });
  expect(await ask({ action: 'destroy', teamId })).toEqual(ok());
  expect(server.structures().filter((structure) => structure.tribe === tribe)).toEqual([]);
  expect(await ask({ action: 'save' })).toEqual(ok());
  expect(fs.existsSync(server.worldFile)).toBe(true);
});

it('stops, starts, restarts and stalls a server', async () => {
  const { server, ask } = await steeredServer();
  expect(await ask({ action: 'stop' })).toEqual(ok());
  expect(await ask({ action: 'state' })).toEqual(ok('stopped'));
  const refusedClient = await rawClient(server.port);
  await vi.waitFor(() => expect(refusedClient.state.isClosed).toBe(true));
  expect(await ask({ action: 'start' })).toEqual(ok());
  const client = await loggedIn(server);
  expect(await ask({ action: 'stall', ms: 10 })).toEqual(ok());
  await vi.waitFor(() => expect(client.state.isClosed).toBe(true));
  expect(await ask({ action: 'restart' })).toEqual(ok());
  expect(await ask({ action: 'state' })).toEqual(ok('up'));
});

it('turns switches, parts of them too', async () => {
  const { server, ask } = await steeredServer();
  const { slowMs } = server.switches.boot;
  await ask({ action: 'switch', switches: { login: 'silent', boot: { refuseMs: 9 }, flood: null } });
  expect(server.switches).toMatchObject({ login: 'silent', boot: { refuseMs: 9, slowMs }, flood: undefined });
  const reply = await ask({ action: 'switch', switches: { login: 'checked', noSuchSwitch: true } });
  expect(reply).toEqual(refused('There is no switch "noSuchSwitch".'));
  expect(server.switches.login).toBe('silent');
});

it('reports what is wrong with a message, and ignores others', async () => {
  const { servers, ask } = await steeredServer();
  expect(await ask({ id: 'nowhere', action: 'stop' })).toEqual(refused('There is no server with this id.'));
  expect(await ask({ action: 'constructor' })).toEqual(refused('There is no action "constructor".'));
  expect(await ask({ action: 'say', playerId: 1, text: 'x' })).toEqual(refused('The text "playerId" is missing.'));
  expect(await ask({ action: 'stall' })).toEqual(refused('The number "ms" is missing.'));
  expect(await ask({ action: 'join', survivor: { isGod: true } })).toMatchObject({ ok: false });
  expect(await ask({ action: 'join', survivor: { playerId: '../../x' } })).toMatchObject({ ok: false });
  for (const message of [undefined, null, 'ark', 5, [], { type: 'other' }]) {
    expect(await steer(servers, message)).toBeUndefined();
  }
});

it('listens on a socket in the folder for lines of JSON, in any cut', async () => {
  const { servers } = await steeredServer();
  const address = controlAddress(temporaryFolder());
  fs.writeFileSync(address, 'left behind');
  const control = await openControlSocket(address, (message) => steer(servers, message));
  onTestFinished(() => control.close());
  expect(path.basename(address)).toBe('control.sock');
  expect(fs.statSync(address).mode & 0o777).toBe(0o600);
  const socket = connect(address);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.write(`${stateLine('a')}\nnot json\n${stateLine('b').slice(0, 9)}`);
  await vi.waitFor(() => expect(text.split('\n')).toHaveLength(3));
  socket.write(`${stateLine('b').slice(9)}\n`);
  await vi.waitFor(() => expect(text.split('\n')).toHaveLength(4));
  const replies = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SteeringReply);
  expect(replies.find(({ requestId }) => requestId === 'a')).toMatchObject({ ok: true, data: 'up' });
  expect(replies.find(({ requestId }) => requestId === undefined)).toMatchObject({ ok: false });
  expect(replies.at(-1)).toMatchObject({ requestId: 'b', ok: true });
});

it('closes the socket on an endless line, and all sockets when closed', async () => {
  const control = await openControlSocket(controlAddress(temporaryFolder()), () => Promise.resolve(undefined));
  onTestFinished(() => control.close());
  const closed = vi.fn<() => void>();
  const [endless, idle] = [connect(control.address), connect(control.address)];
  endless.on('error', () => {}).on('close', closed);
  idle.on('error', () => {}).on('close', closed);
  endless.write('x'.repeat(70_000));
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  await control.close();
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(2));
});
