import { describe, expect, it } from 'vitest';
import { CommandError } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { alice, bob, listen, openGame } from '../players/players.fixture.ts';
import { deliverWaiting, expireWaiting } from './delivery.service.ts';
import { createSender, mailCalls, whispers } from './mail.fixture.ts';
import { claimMail } from './mail.store.ts';

const app = await createTestApp();
const { send, list, takeBack } = mailCalls(app);
const dayMs = 24 * 60 * 60 * 1000;

const commands = { 'players.whisper': () => ({ outcome: 'sent' }) };
const refusing = (error: ConstructorParameters<typeof CommandError>[0], words: string) => ({
  'players.whisper': () => {
    throw new CommandError(error, words);
  },
});

describe('a mail that waits', () => {
  it('is delivered once when the player joins, and the sender is notified', async () => {
    const game = await openGame(app, { players: [alice], commands });
    const sender = await createSender(app, game.id);
    const heard = listen(app, `mail.sent/${sender.id}`);
    const { data } = await send(sender, game.id, { to: bob.id });
    expect(data.state).toBe('waiting');
    await game.online(alice, bob);
    await expect
      .poll(() => heard.map((message) => message.data))
      .toMatchObject([
        { id: data.mailId, state: 'waiting', playerName: bob.id },
        { id: data.mailId, state: 'delivered', playerName: 'Bob', deliveredAt: expect.any(String) },
      ]);
    await game.online(alice);
    await game.online(alice, bob);
    await deliverWaiting(app.ctx);
    expect(whispers(game.agent)).toEqual([`Mail from ${sender.username}: Hello — World`]);
  });

  it('arrives after those that were sent before it', async () => {
    const game = await openGame(app, { commands });
    const [one, two] = [await createSender(app, game.id), await createSender(app, game.id)];
    for (const [n, sender] of [one, two, one, two].entries()) {
      await send(sender, game.id, { to: bob.id, subject: `No. ${n}` });
      app.passMs(1000);
    }
    await game.online(bob);
    await expect.poll(() => whispers(game.agent)).toHaveLength(4);
    expect(whispers(game.agent).map((text) => /No\. (\d)/.exec(text)?.[1])).toEqual(['0', '1', '2', '3']);
  });

  it('is one of at most 20 when the player joins; the rest follows', async () => {
    const game = await openGame(app, { commands });
    const senders = [await createSender(app, game.id), await createSender(app, game.id)];
    for (const sender of senders) for (let n = 0; n < 13; n += 1) await send(sender, game.id, { to: bob.id });
    await game.online(bob);
    await expect.poll(() => whispers(game.agent)).toHaveLength(20);
    await deliverWaiting(app.ctx);
    await expect.poll(() => whispers(game.agent)).toHaveLength(26);
  });

  it('is delivered by the next round if a join went unnoticed, once by several portals', async () => {
    const server = await addTestServer(app);
    const sender = await createSender(app, server.id);
    const game = await openGame(app, { server, commands: refusing('busy', 'Later.'), players: [bob] });
    for (let n = 0; n < 5; n += 1)
      expect(await send(sender, server.id, { to: bob.id })).toMatchObject({ data: { state: 'waiting' } });
    await game.agent.close();
    const back = await openGame(app, { server, commands, players: [bob] });
    await Promise.all(Array.from({ length: 6 }, () => deliverWaiting(app.ctx)));
    await expect.poll(() => whispers(back.agent)).toHaveLength(5);
    const keys = back.agent.received.map(({ params }) => params['key']);
    expect(new Set(keys).size).toBe(5);
    await expect
      .poll(async () => (await list(sender, server.id)).data.map((mail) => mail.state))
      .toEqual(Array.from({ length: 5 }, () => 'delivered'));
  });

  it('is not sent while its server is offline', async () => {
    const server = await addTestServer(app);
    const sender = await createSender(app, server.id);
    const game = await openGame(app, { server, commands: refusing('playerOffline', 'Gone.'), players: [bob] });
    await send(sender, server.id, { to: bob.id });
    await game.agent.close();
    await expect.poll(() => send(sender, server.id, { to: bob.id })).toMatchObject({ data: { state: 'waiting' } });
    await deliverWaiting(app.ctx);
    expect((await list(sender, server.id)).data.map((mail) => mail.state)).toEqual(['waiting', 'waiting']);
  });

  it('fails after 30 days, and the sender gets the reason', async () => {
    const { id } = await addTestServer(app);
    const sender = await createSender(app, id);
    const { data: old } = await send(sender, id, { to: bob.id });
    app.passMs(dayMs);
    const { data: newer } = await send(sender, id, { to: bob.id });
    const heard = listen(app, `mail.sent/${sender.id}`);
    app.passMs(29 * dayMs + 1000);
    await expireWaiting(app.ctx);
    const reason = 'The player did not come online within 30 days.';
    await expect
      .poll(() => heard.map((message) => message.data))
      .toMatchObject([{ id: old.mailId, state: 'failed', reason }]);
    const { rows } = await app.ctx.db.execute(`select state from mails where id = '${newer.mailId}'`);
    expect(rows).toEqual([{ state: 'waiting' }]);
  });
});

describe('a delivery', () => {
  it.each(['playerOffline', 'gameOffline', 'busy', 'timeout', 'unknownOutcome'] as const)(
    'that fails for now (%s) is tried again with the same key',
    async (error) => {
      const server = await addTestServer(app);
      const sender = await createSender(app, server.id);
      const game = await openGame(app, { server, players: [bob], commands: refusing(error, 'Not now.') });
      const { data, status } = await send(sender, server.id, { to: bob.id });
      expect({ data, status }).toMatchObject({ status: 200, data: { state: 'waiting' } });
      const back = await openGame(app, { server, players: [bob], commands });
      await deliverWaiting(app.ctx);
      await expect.poll(() => back.agent.received).toMatchObject([{ params: { key: data.mailId } }]);
      expect(game.agent.received).toMatchObject([{ params: { key: data.mailId } }]);
      await expect.poll(async () => (await list(sender, server.id)).data).toMatchObject([{ state: 'delivered' }]);
    },
  );

  it('that the server does not support fails with its reason', async () => {
    const game = await openGame(app, {
      players: [bob],
      commands: refusing('notSupported', 'No\u0000 whispers\nhere.'),
    });
    const sender = await createSender(app, game.id);
    const heard = listen(app, `mail.sent/${sender.id}`);
    const { data } = await send(sender, game.id, { to: bob.id });
    expect(data.state).toBe('failed');
    const failed = [{ id: data.mailId, state: 'failed', reason: 'No whispers here.', deliveredAt: null }];
    expect((await list(sender, game.id)).data).toMatchObject(failed);
    await expect.poll(() => heard.at(-1)?.data).toMatchObject(failed[0] ?? {});
  });

  it('whose outcome stays unknown is given up eventually, and holds up no other', async () => {
    const commands = {
      'players.whisper': ({ text }: Record<string, unknown>) => {
        if (String(text).includes('Cursed')) throw new CommandError('unknownOutcome', 'How it ended is unknown.');
        return { outcome: 'sent' };
      },
    };
    const game = await openGame(app, { commands });
    const sender = await createSender(app, game.id);
    await send(sender, game.id, { to: bob.id, subject: 'Cursed' });
    app.passMs(1000);
    await send(sender, game.id, { to: bob.id, subject: 'Fine' });
    await game.online(bob);
    await expect
      .poll(async () => (await list(sender, game.id)).data)
      .toMatchObject([
        { subject: 'Fine', state: 'delivered' },
        { subject: 'Cursed', state: 'waiting', reason: null },
      ]);
    for (let round = 0; round < 25; round += 1) await deliverWaiting(app.ctx);
    expect((await list(sender, game.id)).data).toMatchObject([
      { subject: 'Fine', state: 'delivered' },
      { subject: 'Cursed', state: 'failed', reason: expect.stringContaining('may or may not have been carried out') },
    ]);
    expect(whispers(game.agent)).toHaveLength(21);
  });

  it('whose reply is lost with the connection is repeated with the same key', async () => {
    const server = await addTestServer(app);
    const sender = await createSender(app, server.id);
    const carriedOut = new Set<unknown>();
    const game = await openGame(app, {
      server,
      players: [bob],
      commands: {
        'players.whisper': ({ key }) => {
          carriedOut.add(key);
          game.agent.cut();
          return new Promise(() => {});
        },
      },
    });
    const { data } = await send(sender, server.id, { to: bob.id });
    expect(data.state).toBe('waiting');
    const back = await openGame(app, { server, players: [bob], commands });
    await deliverWaiting(app.ctx);
    await expect.poll(async () => (await list(sender, server.id)).data).toMatchObject([{ state: 'delivered' }]);
    expect(back.agent.received.map(({ params }) => params['key'])).toEqual([...carriedOut]);
  });

  it('in progress is not repeated by another round, and cannot be taken back', async () => {
    const pending: ((receipt: { outcome: string }) => void)[] = [];
    const slow = { 'players.whisper': () => new Promise((resolve) => void pending.push(resolve)) };
    const game = await openGame(app, { players: [bob], commands: slow });
    const sender = await createSender(app, game.id);
    const sending = send(sender, game.id, { to: bob.id });
    await expect.poll(() => game.agent.received).toHaveLength(1);
    await deliverWaiting(app.ctx);
    const [mail] = (await list(sender, game.id)).data;
    expect(mail?.state).toBe('waiting');
    expect(await takeBack(sender, game.id, mail?.id ?? '')).toMatchObject({ status: 409 });
    pending[0]?.({ outcome: 'confirmed' });
    expect(await sending).toMatchObject({ data: { state: 'delivered' } });
    expect(game.agent.received).toHaveLength(1);
  });

  it('of a portal that died in the middle is resumed after a minute', async () => {
    const game = await openGame(app, { commands });
    const sender = await createSender(app, game.id);
    const { data } = await send(sender, game.id, { to: bob.id });
    await claimMail(app.ctx.db, { id: data.mailId }, app.ctx.clock());
    await game.online(bob);
    app.passMs(50_000);
    await deliverWaiting(app.ctx);
    expect(game.agent.received).toEqual([]);
    app.passMs(11_000);
    await deliverWaiting(app.ctx);
    expect(game.agent.received).toMatchObject([{ params: { key: data.mailId } }]);
    await expect.poll(async () => (await list(sender, game.id)).data).toMatchObject([{ state: 'delivered' }]);
  });
});
