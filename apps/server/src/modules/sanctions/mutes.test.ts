import { roles } from '@tribehall/contract';
import { expect, it } from 'vitest';
import { createTestUser } from '../../testing/test-users.ts';
import { createChatApp, playerId, said, type Game } from '../chat/sending.fixture.ts';
import { clusterChat, serverChat } from '../chat/chat.service.ts';
import { createCaller, onCluster, onServer } from './sanctions.fixture.ts';
import { endDue } from './sanctions.service.ts';

const { app, newCluster, startGame, linkPlayer, send, post } = await createChatApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });
const call = createCaller(app, admin);

const mute = async (reach: object, given: object = {}) => {
  const reply = await call('POST', 'sanctions', { kind: 'mute', playerId, reach, reason: 'Spam', ...given });
  expect(reply).toMatchObject({ status: 200, data: { state: 'active' } });
  return reply.data.id;
};
const write = (game: Game, text: string, id = playerId) =>
  game.sendEvents({ type: 'chat.line', data: { kind: 'player', playerId: id, name: 'Mallory', text } });
const textsOf = (messages: { text: string }[]) => messages.map(({ text }) => text);

it('what a muted player writes stays on their server, until the mute ends', async () => {
  const clusterId = await newCluster();
  const [here, there] = [await startGame({ clusterId }), await startGame({ clusterId })];
  const muteId = await mute(onCluster(clusterId), { minutes: 10 });
  const again = { kind: 'mute', playerId, reach: onCluster(clusterId), reason: 'Spam' };
  expect(await call('POST', 'sanctions', again)).toMatchObject({ status: 409 });
  await write(here, 'buy my eggs');
  await write(here, 'hello', '76561190000000002');
  await expect.poll(() => said(there)).toMatchObject([{ text: 'hello' }]);
  expect(textsOf(await clusterChat(app.ctx, clusterId))).toEqual(['hello']);
  expect(textsOf(await serverChat(app.ctx, here.id))).toEqual(['buy my eggs', 'hello']);
  app.passMs(11 * 60_000);
  await endDue(app.ctx);
  expect((await call('GET', `sanctions/${muteId}`)).data.state).toBe('ended');
  await here.sendEvents({
    type: 'chat.line',
    data: { kind: 'player', playerId, name: 'Mallory', text: 'sorry' },
    at: app.ctx.clock(),
  });
  await expect.poll(() => textsOf(said(there) as { text: string }[])).toEqual(['hello', 'sorry']);
});

it('a muted player cannot write from the portal either, and is told until when and why', async () => {
  const clusterId = await newCluster();
  const game = await startGame({ clusterId });
  const member = await createTestUser(app);
  await linkPlayer(member, game.id);
  expect(await send(game.id, member, { message: 'before' })).toMatchObject({ status: 200 });
  const id = await mute(onServer(game.id));
  expect(await send(game.id, member, { message: 'during' })).toMatchObject({
    status: 403,
    body: { error: 'You are muted in the shared chat. Reason: Spam' },
  });
  expect(await post(`clusters/${clusterId}/chat`, member, { message: 'to all' })).toMatchObject({ status: 403 });
  await call('POST', `sanctions/${id}/lift`, { reason: 'Enough' });
  expect(await send(game.id, member, { message: 'after' })).toMatchObject({ status: 200 });
  expect(textsOf(said(game) as { text: string }[])).toEqual(['before', 'after']);
});
