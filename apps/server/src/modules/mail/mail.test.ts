import { roles } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { alice, bob, linkCharacter, openGame } from '../players/players.fixture.ts';
import { createSender, mailCalls, whispers } from './mail.fixture.ts';

const app = await createTestApp();
const { send, sendTo, list, takeBack } = mailCalls(app);
const commands = { 'players.whisper': () => ({ outcome: 'confirmed' }) };
const minuteMs = 60_000;

describe('a mail', () => {
  it('to a player who is online is whispered at once', async () => {
    const game = await openGame(app, { players: [alice], commands });
    const sender = await createSender(app, game.id);
    const { data, status } = await send(sender, game.id, { to: alice.id, subject: 'Tame', body: 'Come and see.' });
    expect({ data, status }).toMatchObject({ status: 200, data: { state: 'delivered' } });
    expect(game.agent.received).toEqual([
      {
        command: 'players.whisper',
        params: {
          playerId: alice.id,
          text: `Mail from ${sender.username}: Tame — Come and see.`,
          key: data.mailId,
        },
      },
    ]);
    expect((await list(sender, game.id)).data).toMatchObject([
      { id: data.mailId, playerName: 'Alice', state: 'delivered', reason: null, subject: 'Tame' },
    ]);
  });

  it("may also be sent by the player's address", async () => {
    const game = await openGame(app, { players: [alice], commands });
    const sender = await createSender(app, game.id);
    const sent = await sendTo(sender, game.id, alice.id, { subject: 'Hi', body: 'There' });
    expect(sent).toMatchObject({ data: { state: 'delivered' } });
    expect(whispers(game.agent)).toEqual([`Mail from ${sender.username}: Hi — There`]);
  });

  it('is stored while the player or the server is offline, under the last known name', async () => {
    const game = await openGame(app, { players: [alice], commands });
    const away = await addTestServer(app);
    const sender = await createSender(app, game.id);
    await linkCharacter(app, sender, { serverId: away.id, playerId: sender.playerId });
    await send(sender, game.id, { to: alice.id });
    await game.online();
    app.passMs(1000);
    expect(await send(sender, game.id, { to: alice.id })).toMatchObject({ status: 200, data: { state: 'waiting' } });
    expect(await send(sender, away.id, { to: bob.id })).toMatchObject({ status: 200, data: { state: 'waiting' } });
    expect((await list(sender, game.id)).data).toMatchObject([
      { playerName: 'Alice', state: 'waiting' },
      { playerName: 'Alice', state: 'delivered' },
    ]);
    expect((await list(sender, away.id)).data).toMatchObject([{ playerName: bob.id, deliveredAt: null }]);
  });

  it('is listed only for its sender', async () => {
    const game = await openGame(app);
    const [sender, other] = [await createSender(app, game.id), await createSender(app, game.id)];
    const { data } = await send(sender, game.id, { to: bob.id });
    expect((await list(other, game.id)).data).toEqual([]);
    expect(await takeBack(other, game.id, data.mailId)).toMatchObject({ status: 404 });
    expect(await list(sender, 'nowhere')).toMatchObject({ status: 404 });
  });

  it('can be taken back while it waits', async () => {
    const game = await openGame(app, { commands });
    const [sender, elsewhere] = [await createSender(app, game.id), await addTestServer(app)];
    const { data } = await send(sender, game.id, { to: bob.id });
    expect(await takeBack(sender, elsewhere.id, data.mailId)).toMatchObject({ status: 404 });
    expect(await takeBack(sender, game.id, data.mailId)).toMatchObject({ status: 200 });
    expect(await takeBack(sender, game.id, data.mailId)).toMatchObject({ status: 404 });
    await game.online(bob);
    const { data: late } = await send(sender, game.id, { to: bob.id, subject: 'Late' });
    expect(await takeBack(sender, game.id, late.mailId)).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(whispers(game.agent)).toEqual([`Mail from ${sender.username}: Late — World`]);
  });

  it('is one line in the game, whatever it contains, and stored as it was written', async () => {
    const game = await openGame(app, { players: [alice], commands });
    const sender = await createSender(app, game.id);
    const subject = 'a", "; KickPlayer 1 \u202etxt\u001b[2J';
    const body = "x\r\nMail from Admin: obey\u2028\u0085now \t'; DROP TABLE mails; --";
    await send(sender, game.id, { to: alice.id, subject, body });
    expect(whispers(game.agent)).toEqual([
      `Mail from ${sender.username}: a", "; KickPlayer 1 txt [2J — x Mail from Admin: obey now '; DROP TABLE mails; --`,
    ]);
    expect((await list(sender, game.id)).data).toMatchObject([{ subject, body }]);
  });

  it.each([
    ['subject', { subject: '' }],
    ['subject', { subject: ' \n ' }],
    ['subject', { subject: 'x'.repeat(101) }],
    ['subject', { subject: 'a\u0000b' }],
    ['subject', { subject: 5 }],
    ['body', { body: '' }],
    ['body', { body: 'x'.repeat(2001) }],
    ['body', { body: 'a\u0000b' }],
    ['to', { to: 'Alice' }],
    ['to', { to: `${alice.id}\n` }],
  ])('with a bad %s (%j) is refused with the field', async (field, mail) => {
    const game = await openGame(app, { players: [alice], commands });
    const sender = await createSender(app, game.id);
    expect(await send(sender, game.id, { to: alice.id, ...mail })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      details: { fields: [{ field }] },
    });
    expect((await list(sender, game.id)).data).toEqual([]);
  });

  it('is for players of that server, Admins and the bot', async () => {
    const game = await openGame(app, { players: [alice], commands });
    const other = await addTestServer(app);
    const sender = await createSender(app, other.id);
    expect(await send(sender, game.id, { to: alice.id })).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    for (const role of [roles.Admin, roles.Owner, roles.DiscordBot]) {
      const user = await createTestUser(app, { roles: [role] });
      expect(await send(user, game.id, { to: alice.id })).toMatchObject({ status: 200 });
      expect(await send(user, 'nowhere', { to: alice.id })).toMatchObject({ status: 404 });
    }
  });

  it("is sent in the name of the sender's own character, even after it waited", async () => {
    const game = await openGame(app, { commands });
    const sender = await createSender(app, game.id);
    const own = { 'x-instigator': sender.playerId };
    expect(await send(sender, game.id, { to: bob.id }, own)).toMatchObject({ data: { state: 'waiting' } });
    expect(await send(sender, game.id, { to: bob.id }, { 'x-instigator': alice.id })).toMatchObject({ status: 403 });
    await game.online(bob);
    await expect.poll(() => game.agent.received).toHaveLength(1);
    expect(game.agent.received).toMatchObject([{ params: { instigator: sender.playerId } }]);
  });
});

describe('a sender', () => {
  it('can send 20 mails in ten minutes', async () => {
    const game = await openGame(app, { players: [alice], commands });
    const sender = await createSender(app, game.id);
    const replies = await Promise.all(Array.from({ length: 22 }, () => send(sender, game.id, { to: alice.id })));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(20);
    expect(replies.find((reply) => reply.status !== 200)).toMatchObject({
      status: 429,
      code: 'TOO_MANY_REQUESTS',
      details: { retryAfterS: expect.any(Number) },
    });
    app.passMs(10 * minuteMs + 1);
    expect(await send(sender, game.id, { to: alice.id })).toMatchObject({ status: 200 });
  });

  it('can have 50 mails waiting on a server', async () => {
    const [game, other] = await Promise.all([openGame(app, { commands }), addTestServer(app)]);
    const sender = await createSender(app, game.id);
    await linkCharacter(app, sender, { serverId: other.id, playerId: sender.playerId });
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const sent = await Promise.all(Array.from({ length: 18 }, () => send(sender, game.id, { to: bob.id })));
      statuses.push(...sent.map((reply) => reply.status));
      app.passMs(11 * minuteMs);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    expect(await send(sender, other.id, { to: bob.id })).toMatchObject({ status: 200 });
    const [newest] = (await list(sender, game.id)).data;
    await takeBack(sender, game.id, newest?.id ?? '');
    expect(await send(sender, game.id, { to: bob.id })).toMatchObject({ status: 200 });
  });
});
