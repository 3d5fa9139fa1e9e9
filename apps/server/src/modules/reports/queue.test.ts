import { roles } from '@tribehall/contract';
import { describe, expect, it, vi } from 'vitest';
import { moderatorRoles, moderators } from '../../db/tables/moderation.table.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { whispers } from '../mail/mail.fixture.ts';
import { notificationCalls } from '../notifications/notifications.fixture.ts';
import { bob, hostile, linkCharacter, listen, type Game } from '../players/players.fixture.ts';
import { createReportsTest, type Report } from './reports.fixture.ts';

const { admin, app, ask, newcomer, open, own, queue, read, report, say } = await createReportsTest();
const { list: notificationsOf } = notificationCalls(app);
const tenMinutesMs = 600_000;

/** A game with a player, an admin of that server, and a member. */
async function createCase() {
  const player = newcomer('Ann');
  const game = await open([player]);
  const [operator, member] = [await createTestUser(app), await createTestUser(app)];
  await linkCharacter(app, operator, { serverId: game.id, playerId: newcomer('Op').id, isAdmin: true });
  return { player, game, operator, member };
}

const newReport = async (user: TestUser, game: Game, playerId: string, text = 'Blocks the path') =>
  (await report(user, { playerId, serverId: game.id, text })).data;
const idsFor = async (user: TestUser) => (await queue(user)).reports.map(({ id }) => id);
const act = (user: TestUser, id: string, what: string, body: object = {}) =>
  ask<Report>(user, what === 'assignee' ? 'PUT' : 'POST', `/${id}/${what}`, body);

describe('a report of a member', () => {
  it('is about a player, and the member sees it without what moderators do with it', async () => {
    const { player, game, member } = await createCase();
    const mine = await newReport(member, game, player.id, '  Blocks the path \n to the obelisk. ');
    expect(mine).toMatchObject({
      player: { id: player.id, name: 'Ann' },
      server: { id: game.id, name: game.name },
      text: 'Blocks the path \n to the obelisk.',
      state: 'open',
      answer: null,
    });
    await act(admin, mine.id, 'comments', { text: 'a secret' });
    expect(await own(member)).toEqual([mine]);
    expect(JSON.stringify(await ask(member, 'GET', '/own'))).not.toContain('secret');
    for (const path of ['', '/waiting', `/${mine.id}`]) expect((await ask(member, 'GET', path)).status).toBe(403);
  });

  it.each([
    ['no text', { text: '' }, 'text'],
    ['white space', { text: ' \n ' }, 'text'],
    ['NUL', { text: 'a\0b' }, 'text'],
    ['half a character', { text: 'a\ud800b' }, 'text'],
    ['more than 1,000 characters', { text: 'x'.repeat(1001) }, 'text'],
    ['no player', { playerId: undefined }, 'playerId'],
    ['an ID that is none', { playerId: 'nobody' }, 'playerId'],
    ['a name with a control character', { playerId: undefined, playerName: 'a\u0007' }, 'playerName'],
  ])('is refused with %s', async (_, body, field) => {
    const { player, game, member } = await createCase();
    const refusal = await report(member, { playerId: player.id, serverId: game.id, ...body });
    expect(refusal).toMatchObject({ status: 400, details: { fields: [{ field }] } });
  });

  it('is about a player and a server that exist, or about a name alone', async () => {
    const { player, game, member } = await createCase();
    expect((await report(member, { playerId: newcomer('?').id, serverId: game.id })).status).toBe(404);
    expect((await report(member, { playerId: player.id, serverId: 'none' })).status).toBe(404);
    const named = await report(member, { playerName: hostile.name, serverId: game.id });
    expect(named.data.player).toEqual({ id: null, name: hostile.name });
  });

  it('is one of ten that are open, however many are sent at once, and of five within ten minutes', async () => {
    const { player, game, member } = await createCase();
    const send = () => report(member, { playerId: player.id, serverId: game.id });
    const burst = await Promise.all(Array.from({ length: 7 }, send));
    expect(burst.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    app.passMs(tenMinutesMs);
    for (let n = 0; n < 4; n += 1) await send();
    app.passMs(tenMinutesMs);
    const racing = await Promise.all([send(), send(), send()]);
    expect(racing.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429]);
    expect(racing.find(({ status }) => status === 429)?.error).toContain('10 open reports');
    const [first] = await own(member);
    await act(admin, first?.id ?? '', 'close');
    app.passMs(tenMinutesMs);
    expect((await send()).status).toBe(200);
  });
});

describe('the queue', () => {
  it('is for those who moderate the server; reports without a server are for Admins', async () => {
    const [here, there] = [await createCase(), await createCase()];
    const onServer = await newReport(here.member, here.game, here.player.id);
    const everywhere = (await report(here.member, { playerId: here.player.id })).data;
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    for (const user of [admin, owner])
      expect(await idsFor(user)).toEqual(expect.arrayContaining([onServer.id, everywhere.id]));
    expect(await idsFor(here.operator)).toEqual([onServer.id]);
    expect(await idsFor(there.operator)).toEqual([]);
    expect((await ask(here.operator, 'GET', '/waiting')).data).toEqual({ open: 1 });
    expect((await ask(there.operator, 'GET', '/waiting')).data).toEqual({ open: 0 });
    for (const [user, { id }] of [
      [there.operator, onServer],
      [here.operator, everywhere],
    ] as const) {
      expect((await ask(user, 'GET', `/${id}`)).status).toBe(404);
      const changes = [
        await act(user, id, 'comments', { text: 'x' }),
        await act(user, id, 'assignee', { isMine: true }),
        await act(user, id, 'answer', { text: 'x' }),
        await act(user, id, 'close'),
        await act(user, id, 'reopen'),
      ];
      expect(changes.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    }
  });

  it('does not show admins of a server what is reported about themselves', async () => {
    const { game, operator, member } = await createCase();
    const culprit = newcomer('Culprit');
    await game.online(culprit);
    const second = await createTestUser(app);
    await linkCharacter(app, second, { serverId: game.id, playerId: culprit.id, isAdmin: true });
    const published = listen(app, `reports/${second.id}`);
    const { id } = await newReport(member, game, culprit.id);
    expect((await queue(operator)).reports).toHaveLength(1);
    expect((await queue(second)).reports).toEqual([]);
    expect((await ask(second, 'GET', `/${id}`)).status).toBe(404);
    expect((await notificationsOf(second)).notifications).toEqual([]);
    expect(published).toEqual([]);
  });

  it('is filtered by state, server, assignee and words, in pages', async () => {
    const { player, game, operator, member } = await createCase();
    const first = await newReport(member, game, player.id, '100% griefing');
    app.passMs(1000);
    const second = await newReport(member, game, player.id, 'shouting');
    await act(operator, first.id, 'assignee', { isMine: true });
    await act(operator, second.id, 'close');
    const idsOf = async (query: string) => (await queue(operator, query)).reports.map(({ id }) => id);
    expect(await idsOf('')).toEqual([second.id, first.id]);
    expect(await idsOf('?state=open')).toEqual([first.id]);
    expect(await idsOf('?state=closed')).toEqual([second.id]);
    expect(await idsOf('?isMine=true')).toEqual([first.id]);
    expect(await idsOf('?search=GRIEF')).toEqual([first.id]);
    expect(await idsOf(`?search=${encodeURIComponent('0%')}`)).toEqual([first.id]);
    expect(await idsOf('?serverId=another')).toEqual([]);
    const rows = Array.from(
      { length: 60 },
      (_, n) => `('r${game.id.slice(0, 8)}${n}', 'portal', 'Zed', '${game.id}',
      'S', 'Y', 't', 'open', now() - interval '${n} days')`,
    );
    await app.ctx.db.execute(`insert into reports (id, source, reporter_name, server_id, server_name, player_name, text,
      state, created_at) values ${rows.join(',')}`);
    const page = await queue(operator, '?search=Zed');
    const rest = await queue(operator, `?search=Zed&cursor=${page.next ?? ''}`);
    expect([page.reports.length, rest.reports.length, rest.next]).toEqual([50, 10, null]);
    expect(new Set([...page.reports, ...rest.reports].map(({ id }) => id)).size).toBe(60);
    for (const query of ['?state=lost', '?cursor=x', `?search=${'x'.repeat(101)}`, '?search=%00'])
      expect((await ask(operator, 'GET', query)).status).toBe(400);
  });

  it('has comments, an assignee and states', async () => {
    const { player, game, operator, member } = await createCase();
    const { id } = await newReport(member, game, player.id);
    expect((await act(operator, id, 'assignee', { isMine: true })).data.assignee).toEqual({
      name: operator.username,
      isYou: true,
    });
    expect((await read(admin, id)).assignee).toEqual({ name: operator.username, isYou: false });
    const text = `<b>x</b> @everyone \u202e '; drop table reports; --`;
    await act(admin, id, 'comments', { text });
    expect(await read(operator, id)).toMatchObject({
      commentCount: 1,
      comments: [{ author: admin.username, text }],
    });
    expect((await act(operator, id, 'close')).data).toMatchObject({
      state: 'closed',
      closedAt: expect.any(String) as string,
    });
    expect((await act(admin, id, 'close')).status).toBe(409);
    expect((await act(admin, id, 'answer', { text: 'x' })).status).toBe(409);
    expect((await act(admin, id, 'reopen')).data).toMatchObject({ state: 'open', closedAt: null });
    expect((await act(admin, id, 'reopen')).status).toBe(409);
    expect((await act(admin, id, 'assignee', { isMine: false })).data.assignee).toBeNull();
    expect((await act(admin, id, 'comments', { text: 'x'.repeat(1001) })).status).toBe(400);
  });
});

describe('those responsible', () => {
  it('are not those whose role in Discord has not been confirmed for a minute', async () => {
    const { player, game, operator } = await createCase();
    const [confirmed, former] = [await createTestUser(app), await createTestUser(app)];
    const of = { reach: 'server' as const, serverId: game.id, reachName: game.name, powers: ['kick'] };
    const now = app.ctx.clock();
    const rule = {
      id: `r-${game.id}`,
      guildId: '1',
      roleId: '2',
      roleName: 'Moderator',
      createdBy: 'x',
      createdAt: now,
    };
    await app.ctx.db.insert(moderatorRoles).values({ ...rule, ...of });
    const since = [
      [confirmed, 59_000],
      [former, 61_000],
    ] as const;
    for (const [{ id: userId }, agoMs] of since)
      await app.ctx.db.insert(moderators).values({
        id: `m-${userId}`,
        userId,
        ...of,
        roleRuleId: rule.id,
        grantedBy: 'Discord',
        grantedAt: new Date(now.getTime() - agoMs),
      });
    await newReport(operator, game, player.id, 'a text');
    expect((await notificationsOf(confirmed)).notifications).toHaveLength(1);
    expect((await notificationsOf(former)).notifications).toEqual([]);
  });

  it('are notified and told live: Admins, admins and moderators of the server, not the reporter', async () => {
    const [{ player, game, operator }, elsewhere] = [await createCase(), await createCase()];
    const moderator = await createTestUser(app);
    const granted = { grantedBy: 'x', grantedAt: app.ctx.clock(), powers: ['kick'] };
    await app.ctx.db.insert(moderators).values({
      id: `m-${game.id}`,
      userId: moderator.id,
      reach: 'server',
      serverId: game.id,
      reachName: game.name,
      ...granted,
    });
    const heard = (user: TestUser) => listen(app, `reports/${user.id}`);
    const [forAdmin, forOperator, forModerator, forOther] = [
      heard(admin),
      heard(operator),
      heard(moderator),
      heard(elsewhere.operator),
    ];
    const { id } = await newReport(operator, game, player.id, 'a **bold** text');
    const [news] = (await notificationsOf(admin)).notifications;
    expect(news).toMatchObject({
      kind: 'report.new',
      text: `${operator.username} reported Ann on ${game.name}`,
      detail: 'a **bold** text',
      path: `/arkbot/reports/${id}`,
    });
    expect((await notificationsOf(moderator)).notifications).toHaveLength(1);
    expect((await notificationsOf(operator)).notifications).toEqual([]);
    expect((await notificationsOf(elsewhere.operator)).notifications).toEqual([]);
    await act(admin, id, 'comments', { text: 'x' });
    for (const messages of [forAdmin, forOperator, forModerator])
      expect(messages.map(({ event, data }) => [event, data])).toEqual([
        ['changed', { id }],
        ['changed', { id }],
      ]);
    expect(forOther).toEqual([]);
  });

  it('read the topic, others do not', async () => {
    const { member } = await createCase();
    const stream = await app.http.inject({ url: '/api/events?topics=reports', headers: member.headers });
    expect(stream.statusCode).toBe(403);
  });
});

describe('an answer', () => {
  it('is mail to the character who reported in the game, whispered while they are online', async () => {
    const [player, reporter] = [newcomer('Ann'), newcomer('Rita')];
    const game = await open([player, reporter]);
    await say(game, reporter, '!report Ann blocks me');
    const [found] = (await queue(admin, `?serverId=${game.id}`)).reports;
    expect(await read(admin, found?.id ?? '')).toMatchObject({ answeredBy: 'mail' });
    const answered = await act(admin, found?.id ?? '', 'answer', { text: 'Thank you,\nwe talked to Ann.' });
    expect(answered.data).toMatchObject({
      state: 'answered',
      answer: { text: 'Thank you,\nwe talked to Ann.', by: admin.username },
      assignee: { name: admin.username },
    });
    await vi.waitFor(() =>
      expect(whispers(game.agent).at(-1)).toBe(
        `Mail from ${admin.username}: Your report about Ann — Thank you, we talked to Ann.`,
      ),
    );
  });

  it('is mail to the linked character of a member, and closes the report if wanted', async () => {
    const { player, game, operator, member } = await createCase();
    await linkCharacter(app, member, { serverId: game.id, playerId: newcomer('Mo').id });
    const { id } = await newReport(member, game, player.id);
    await act(operator, id, 'answer', { text: 'Done.', isClosing: true });
    expect(await own(member)).toMatchObject([{ state: 'closed', answer: { text: 'Done.' } }]);
    expect(Object.keys((await own(member))[0]?.answer ?? {}).toSorted()).toEqual(['at', 'text']);
    expect((await notificationsOf(member)).notifications).toMatchObject([
      { kind: 'mail', text: `Mail from ${operator.username}`, detail: 'Your report about Ann' },
    ]);
  });

  it('is a notification for a member without a character', async () => {
    const { player, game, operator, member } = await createCase();
    const { id } = await newReport(member, game, player.id);
    expect((await read(operator, id)).answeredBy).toBe('notification');
    await act(operator, id, 'answer', { text: 'Done.' });
    expect((await notificationsOf(member)).notifications).toMatchObject([
      { kind: 'report.answered', text: 'Your report about Ann', detail: 'Done.' },
    ]);
  });

  it('is stored with its mail or not at all', async () => {
    const { player, game, operator, member } = await createCase();
    await linkCharacter(app, member, { serverId: game.id, playerId: newcomer('Mo').id });
    const { id } = await newReport(member, game, player.id);
    const rows = Array.from(
      { length: 50 },
      (_, n) => `('w${game.id.slice(0, 8)}${n}', '${operator.id}', 'o',
      '${game.id}', '${bob.id}', 'Bob', 's', 'b', 'waiting', now())`,
    );
    await app.ctx.db.execute(`insert into mails (id, sender_id, sender_name, server_id, player_id, player_name, subject,
      body, state, sent_at) values ${rows.join(',')}`);
    expect((await act(operator, id, 'answer', { text: 'x' })).status).toBe(429);
    expect(await read(operator, id)).toMatchObject({ state: 'open', answer: null });
  });
});

describe('what is removed', () => {
  it('leaves reports of a removed user without the name, and nobody assigned', async () => {
    const { player, game, operator, member } = await createCase();
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    const { id } = await newReport(member, game, player.id);
    await act(operator, id, 'assignee', { isMine: true });
    for (const user of [member, operator])
      await app.http.inject({ method: 'DELETE', url: `/api/users/${user.id}`, headers: owner.headers });
    expect(await read(admin, id)).toMatchObject({
      reporter: { name: 'Removed user', hasAccount: false },
      assignee: null,
      answeredBy: 'none',
    });
    expect((await act(admin, id, 'answer', { text: 'x' })).status).toBe(200);
  });

  it('leaves reports of a removed server to Admins', async () => {
    const { player, game, member } = await createCase();
    const { id } = await newReport(member, game, player.id);
    await app.http.inject({ method: 'DELETE', url: `/api/ark/servers/${game.id}`, headers: admin.headers });
    expect(await read(admin, id)).toMatchObject({ server: { id: null, name: game.name } });
  });
});
