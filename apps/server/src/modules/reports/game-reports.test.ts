import { describe, expect, it, vi } from 'vitest';
import { createTestUser } from '../../testing/test-users.ts';
import { create } from '../clusters/changes.service.ts';
import { operator } from '../audit/audit.service.ts';
import { serverChat } from '../chat/chat.service.ts';
import { discordSubject } from '../chat/messages.service.ts';
import { setGuild } from '../chat/settings.service.ts';
import { whispers } from '../mail/mail.fixture.ts';
import { linkCharacter, openGame } from '../players/players.fixture.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createReportsTest } from './reports.fixture.ts';

const { admin, app, newcomer, open, own, queue, say } = await createReportsTest();
const ofServer = async (id: string) => (await queue(admin, `?serverId=${id}`)).reports;
const minuteMs = 60_000;

describe('!report in the chat of the game', () => {
  it('stores a report about the player with that name and whispers that it was sent', async () => {
    const [ann, ben] = [newcomer('Ann'), newcomer('Ben')];
    const game = await open([ann, ben]);
    await say(game, ann, '!report ben he put spikes into my base');
    expect(await ofServer(game.id)).toMatchObject([
      {
        source: 'game',
        state: 'open',
        server: { id: game.id, name: game.name },
        player: { id: ben.id, name: 'Ben' },
        reporter: { name: 'Ann', playerId: ann.id, hasAccount: false },
        text: 'he put spikes into my base',
      },
    ]);
    await vi.waitFor(() => expect(whispers(game.agent)).toEqual(['Your report was sent.']));
    expect(game.agent.received[0]?.params['playerId']).toBe(ann.id);
  });

  it('belongs to the account of the reporter, if there is one', async () => {
    const [cat, dan] = [newcomer('Cat'), newcomer('Dan')];
    const game = await open([cat, dan]);
    const user = await createTestUser(app);
    await linkCharacter(app, user, { serverId: game.id, playerId: cat.id });
    await say(game, cat, '!REPORT Dan steals eggs');
    expect(await own(user)).toMatchObject([{ player: { id: dan.id }, text: 'steals eggs', state: 'open' }]);
  });

  it('is stored once if the agent sends the event again', async () => {
    const [eva, fin] = [newcomer('Eva'), newcomer('Fin')];
    const game = await open([eva, fin]);
    const event = {
      seq: game.agent.hello.ackedSeq + 3,
      at: app.ctx.clock().toISOString(),
      type: 'chat.line',
      data: { kind: 'player', playerId: eva.id, name: 'Eva', text: '!report Fin cheats' },
    };
    for (const _ of [1, 2, 3]) await game.agent.sendRaw([event]);
    expect(await ofServer(game.id)).toHaveLength(1);
  });

  it('is in no chat: not in the portal, on Discord, or on the other servers of the cluster', async () => {
    const [gus, hal] = [newcomer('Gus'), newcomer('Hal')];
    const cluster = await create(app.ctx, operator, 'Reports');
    const [server, other] = [
      await addTestServer(app, { clusterId: cluster.id }),
      await addTestServer(app, { clusterId: cluster.id }),
    ];
    const game = await openGame(app, {
      server,
      players: [gus, hal],
      commands: { 'players.whisper': () => ({ outcome: 'sent' }) },
    });
    const elsewhere = await openGame(app, { server: other, commands: { 'chat.say': () => ({}) } });
    await setGuild(app.ctx, operator, { serverId: server.id, guildId: '42', kind: 'log', isOn: true }, undefined);
    const onDiscord: unknown[] = [];
    const stop = app.ctx.bus.subscribe(discordSubject, (message) => void onDiscord.push(message));
    await say(game, gus, '!report Hal killed my dodo');
    await say(game, gus, '!reporting for duty');
    await vi.waitFor(() => expect(elsewhere.agent.received).toHaveLength(1));
    stop();
    expect(elsewhere.agent.received).toMatchObject([{ command: 'chat.say', params: { text: '!reporting for duty' } }]);
    expect((await serverChat(app.ctx, server.id)).map(({ text }) => text)).toEqual(['!reporting for duty']);
    expect(onDiscord).toHaveLength(1);
    expect(await ofServer(server.id)).toMatchObject([{ text: 'killed my dodo' }]);
  });

  it.each([
    ['a name with spaces', '!report Bob the Great is rude', { known: true, name: 'Bob the Great' }, 'is rude'],
    [
      'a name in quotation marks',
      '!report "Bob the Great": is rude',
      { known: true, name: 'Bob the Great' },
      'is rude',
    ],
    ['a survivor', '!report jorun, is rude', { known: true, name: 'Jorun' }, 'is rude'],
    ['someone unknown', '!report Nobody is rude', { known: false, name: 'Nobody' }, 'is rude'],
    ['the beginning of a name', '!report Bo is rude', { known: false, name: 'Bo' }, 'is rude'],
  ])('finds %s', async (_, text, { known, name }, about) => {
    const [ida, bob] = [newcomer('Ida'), { ...newcomer('Bob the Great'), survivor: 'Jorun' }];
    const game = await open([ida, bob, newcomer('Bob')]);
    await say(game, ida, text);
    expect(await ofServer(game.id)).toMatchObject([{ player: { id: known ? bob.id : null, name }, text: about }]);
  });

  it('does not guess between two players of the same name', async () => {
    const ida = newcomer('Ida');
    const game = await open([ida, newcomer('Sam'), newcomer('Sam')]);
    await say(game, ida, '!report Sam is rude');
    expect(await ofServer(game.id)).toMatchObject([{ player: { id: null, name: 'Sam' }, text: 'is rude' }]);
  });

  it('says how it works where a name or a text is missing, once', async () => {
    const jim = newcomer('Jim');
    const game = await open([jim, newcomer('Kay')]);
    for (const text of ['!report', '!report Kay', '!report "Kay" ']) await say(game, jim, text);
    await say(game, jim, '!report Kay shouts');
    await vi.waitFor(() =>
      expect(whispers(game.agent)).toEqual([
        'To report a player, write !report, their name and what happened.',
        'Your report was sent.',
      ]),
    );
    expect(await ofServer(game.id)).toHaveLength(1);
  });

  it('is limited per player, with one reply, and does not stop the chat of others', async () => {
    const [lea, max] = [newcomer('Lea'), newcomer('Max')];
    const game = await open([lea, max]);
    const lines = Array.from({ length: 30 }, (_, n) => ({
      type: 'chat.line' as const,
      data: { kind: 'player' as const, playerId: lea.id, name: 'Lea', text: `!report Max flood ${n}` },
      at: app.ctx.clock(),
    }));
    await game.agent.sendEvents(...lines);
    await say(game, max, 'hello');
    expect(await ofServer(game.id)).toHaveLength(5);
    expect((await serverChat(app.ctx, game.id)).map(({ text }) => text)).toEqual(['hello']);
    await vi.waitFor(() => expect(whispers(game.agent)).toHaveLength(6));
    // In any order: each is sent when what it is about is done.
    const tooMany = whispers(game.agent).filter((text) => text.includes('several reports in a short time'));
    expect(tooMany).toHaveLength(1);
    app.passMs(11 * minuteMs);
    await say(game, max, '!report Lea floods the chat');
    expect(await ofServer(game.id)).toHaveLength(6);
  });

  it('stops at ten open reports', async () => {
    const [ned, ova] = [newcomer('Ned'), newcomer('Ova')];
    const game = await open([ned, ova]);
    for (let n = 0; n < 12; n += 1) {
      app.passMs(11 * minuteMs);
      await say(game, ned, `!report Ova number ${n}`);
    }
    expect(await ofServer(game.id)).toHaveLength(10);
    await vi.waitFor(() => expect(whispers(game.agent).at(-1)).toContain('too many open reports'));
  });

  it('counts also if it arrives late, without a whisper out of nowhere', async () => {
    const [pia, quin] = [newcomer('Pia'), newcomer('Quin')];
    const game = await open([pia, quin]);
    const longAgo = new Date(app.ctx.clock().getTime() - 5 * minuteMs);
    await say(game, pia, '!report Quin long ago', longAgo);
    await say(game, pia, '!report', longAgo);
    await say(game, quin, '!report Pia just now');
    expect(await ofServer(game.id)).toHaveLength(2);
    await vi.waitFor(() => expect(game.agent.received.at(-1)?.params['playerId']).toBe(quin.id));
    expect(whispers(game.agent)).toHaveLength(1);
  });

  it('keeps hostile names and texts as they are', async () => {
    const rex = newcomer('<img src=x onerror=alert(1)>');
    const game = await open([rex]);
    const text = `@everyone '; drop table reports; -- %s \u2066**x** 🦖`;
    await say(game, rex, `!report "%_\\ '" ${text}`);
    expect(await ofServer(game.id)).toMatchObject([
      { reporter: { name: rex.name }, player: { id: null, name: `%_\\ '` }, text: text.replace('\u2066', '') },
    ]);
  });
});
