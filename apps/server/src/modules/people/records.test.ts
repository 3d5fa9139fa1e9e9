import { roles, type ReplyInput } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { inTransaction } from '../../context.ts';
import { operator, record } from '../audit/audit.service.ts';
import { storeClusterMessage } from '../chat/messages.service.ts';
import { addServer, create } from '../clusters/changes.service.ts';
import { createSender, mailCalls } from '../mail/mail.fixture.ts';
import { bob, linkCharacter, openGame, type Game } from '../players/players.fixture.ts';
import { newcomer, peopleCalls, type Player } from './people.fixture.ts';

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });
const member = await createTestUser(app);

type Chat = ReplyInput<'GET /ark/players/{playerId}/chat'>;
type Mails = ReplyInput<'GET /ark/players/{playerId}/mail'>;
type Actions = ReplyInput<'GET /ark/players/{playerId}/actions'>;
const { ask, read, setHistory, adminOf } = peopleCalls(app, admin);
const confirmed = () => ({ outcome: 'confirmed' });

const say = (game: Game, { id: playerId, name }: Player, ...texts: string[]) =>
  game.agent.sendEvents(
    ...texts.map((text) => ({ type: 'chat.line' as const, data: { kind: 'player' as const, playerId, name, text } })),
  );

const textsOf = async (user: TestUser, player: Player, query = '') =>
  (await read<Chat>(user, player, `/chat?${query}`)).messages.map(({ text }) => text);

describe('what a person said', () => {
  it('is visible where the history is: to admins of the server, to the person, and to others as the setting says', async () => {
    const ann = newcomer('Ann');
    const [open, hidden] = [await openGame(app), await openGame(app)];
    await setHistory(open, 'members');
    await say(open, ann, 'hello');
    await say(open, bob, 'not Ann');
    await say(hidden, ann, 'a secret');
    const self = await createTestUser(app);
    await linkCharacter(app, self, { serverId: open.id, playerId: ann.id });
    const both = ['a secret', 'hello'];
    expect(await textsOf(admin, ann)).toEqual(both);
    expect(await textsOf(self, ann)).toEqual(both);
    expect(await textsOf(await adminOf(hidden), ann)).toEqual(both);
    expect(await textsOf(await adminOf(open), ann)).toEqual(['hello']);
    expect(await textsOf(member, ann)).toEqual(['hello']);
    expect(await textsOf(member, ann, `serverId=${hidden.id}`)).toEqual([]);
    expect(await textsOf(admin, ann, `serverId=${hidden.id}`)).toEqual(['a secret']);
    const { messages } = await read<Chat>(admin, ann, `/chat?serverId=${open.id}`);
    expect(messages).toMatchObject([{ playerId: ann.id, name: 'Ann', server: { id: open.id, name: open.name } }]);
  });

  it('has messages to a whole cluster where the history on one of its servers is visible', async () => {
    const ben = newcomer('Ben');
    const game = await openGame(app);
    const cluster = await create(app.ctx, operator, `Cluster of ${ben.id}`);
    await addServer(app.ctx, operator, cluster.id, game.id);
    const message = { at: app.ctx.clock(), kind: 'portal' as const, playerId: ben.id, name: 'Ben', text: 'to all' };
    await inTransaction(app.ctx, (ctx) => storeClusterMessage(ctx, cluster.id, message, { isLive: false }));
    expect(await textsOf(member, ben)).toEqual([]);
    await setHistory(game, 'members');
    expect(await textsOf(member, ben)).toEqual(['to all']);
    expect(await textsOf(member, ben, `serverId=${game.id}`)).toEqual([]);
  });

  it('comes page by page, without gaps or repetitions', async () => {
    const cas = newcomer('Cas');
    const game = await openGame(app);
    const said = Array.from({ length: 101 }, (_, n) => `message ${n}`);
    await say(game, cas, ...said.slice(0, 60));
    await say(game, cas, ...said.slice(60));
    const found: string[] = [];
    for (let query = ''; ;) {
      const { messages, hasMore } = await read<Chat>(admin, cas, `/chat?${query}`);
      found.push(...messages.map(({ text }) => text));
      if (!hasMore) break;
      expect(messages).toHaveLength(50);
      query = `before=${messages.at(-1)?.id}`;
    }
    expect(found).toEqual(said.toReversed());
  });

  it.each(['50%', 'a_b', String.raw`\d`, "'; drop table chat_messages; --", '<b>', '🦖'])(
    'is searched for the letters of %s',
    async (search) => {
      const dan = newcomer('Dan');
      const game = await openGame(app);
      await say(game, dan, `it says ${search} here`, 'something else, 500 acb d');
      expect(await textsOf(admin, dan, `search=${encodeURIComponent(search)}`)).toEqual([`it says ${search} here`]);
      expect(await textsOf(admin, dan, 'search=dan')).toEqual([]);
    },
  );
});

const subjectsOf = async (user: TestUser, player: Player) =>
  (await read<Mails>(user, player, '/mail')).mails.map(({ subject }) => subject);

describe('mail to a person', () => {
  const calls = mailCalls(app);

  it('is visible to its sender, to the person, and to admins of its server', async () => {
    const eva = newcomer('Eva');
    const [island, ragnarok] = [await openGame(app), await openGame(app)];
    const sender = await createSender(app, island.id);
    await calls.send(sender, island.id, { to: eva.id, subject: 'from a member' });
    await calls.send(admin, ragnarok.id, { to: eva.id, subject: 'from an Admin' });
    await calls.send(admin, ragnarok.id, { to: bob.id, subject: 'to Bob' });
    const self = await createTestUser(app);
    await linkCharacter(app, self, { serverId: island.id, playerId: eva.id });
    const both = ['from an Admin', 'from a member'];
    expect(await subjectsOf(admin, eva)).toEqual(both);
    expect(await subjectsOf(self, eva)).toEqual(both);
    expect(await subjectsOf(await adminOf(ragnarok), eva)).toEqual(['from an Admin']);
    expect(await subjectsOf(sender, eva)).toEqual(['from a member']);
    await setHistory(island, 'members');
    expect(await subjectsOf(member, eva)).toEqual([]);
    const { mails } = await read<Mails>(sender, eva, '/mail');
    expect(mails).toMatchObject([
      { body: 'World', state: 'waiting', server: { id: island.id, name: island.name }, isYours: true },
    ]);
    const [, other] = (await read<Mails>(admin, eva, '/mail')).mails;
    expect(other).toMatchObject({ sender: sender.username, isYours: false });
  });

  it('comes page by page, without gaps or repetitions, also where many were sent at once', async () => {
    const fin = newcomer('Fin');
    const game = await openGame(app);
    const sentAt = app.ctx.clock().toISOString();
    await app.ctx.db.execute(`
      insert into mails (id, server_id, sender_id, sender_name, player_id, player_name, subject, body, state, sent_at)
      select gen_random_uuid()::text, '${game.id}', '${admin.id}', 'Adam', '${fin.id}', 'Fin', 'Mail ' || n, 'x',
        'delivered', '${sentAt}' from generate_series(1, 120) n`);
    const found: string[] = [];
    for (let query = ''; ;) {
      const { mails, next } = await read<Mails>(admin, fin, `/mail?${query}`);
      found.push(...mails.map(({ subject }) => subject));
      if (next === null) break;
      expect(mails).toHaveLength(50);
      query = `before=${next}`;
    }
    expect([found.length, new Set(found).size]).toEqual([120, 120]);
  });
});

const call = (user: TestUser, game: Game, player: Player, path: string, method: 'POST' | 'DELETE' = 'POST') =>
  app.http.inject({
    method,
    url: `/api/ark/servers/${game.id}/players/${player.id}/${path}`,
    headers: user.headers,
    ...(path === 'consoleCommand' && { payload: { command: 'GiveExpToPlayer {playerId} 5' } }),
  });

describe('what Admins did to a person', () => {
  const commands = {
    'players.ban': confirmed,
    'players.unban': confirmed,
    'players.kill': () => ({ outcome: 'sent' }),
    'players.console': () => ({ output: '' }),
  };

  it('is there with actor, server, command and outcome, also what failed', async () => {
    const gil = newcomer('Gil');
    const game = await openGame(app, { players: [gil], commands });
    await call(admin, game, gil, 'ban');
    await call(admin, game, gil, 'ban', 'DELETE');
    await call(admin, game, gil, 'kill');
    await call(admin, game, gil, 'consoleCommand');
    await game.agent.close();
    await call(admin, game, gil, 'kill');
    await call(admin, game, bob, 'kill');
    const { actions, hasMore } = await read<Actions>(admin, gil, '/actions');
    expect(hasMore).toBe(false);
    const server = { id: game.id, name: game.name };
    expect(actions).toMatchObject([
      { action: 'players.kill', outcome: 'SERVER_OFFLINE', command: null },
      { action: 'players.console', outcome: 'done', command: 'GiveExpToPlayer {playerId} 5' },
      { action: 'players.kill', outcome: 'sent', server },
      { action: 'players.unban', outcome: 'confirmed', server },
      { action: 'players.ban', outcome: 'confirmed', server, actor: admin.username },
    ]);
  });

  it('is for admins of the server it was done on, and all of it for Admins of the portal', async () => {
    const hob = newcomer('Hob');
    const [island, ragnarok] = [await openGame(app, { commands }), await openGame(app, { commands })];
    await call(admin, island, hob, 'ban');
    const details = { playerId: hob.id, text: 'a private note', command: 'a private command' };
    await record(app.ctx, operator, { action: 'players.note', target: 'Hob', outcome: 'done', details });
    const gone = { playerId: hob.id, serverId: 'removed' };
    await record(app.ctx, operator, { action: 'players.ban', target: 'Hob on Gone', outcome: 'sent', details: gone });
    const everything = await read<Actions>(admin, hob, '/actions');
    expect(everything.actions).toMatchObject([
      { action: 'players.ban', server: { id: 'removed', name: null } },
      { action: 'players.note', server: null, command: null },
      { action: 'players.ban', server: { id: island.id } },
    ]);
    expect(JSON.stringify(everything)).not.toContain('private');
    const actionsOf = async (user: TestUser) =>
      (await read<Actions>(user, hob, '/actions')).actions.map(({ action }) => action);
    expect(await actionsOf(await adminOf(island))).toEqual(['players.ban']);
    expect(await actionsOf(await adminOf(ragnarok))).toEqual([]);
    await setHistory(island, 'members');
    const self = await createTestUser(app);
    await linkCharacter(app, self, { serverId: island.id, playerId: hob.id });
    for (const user of [member, self])
      expect((await ask(user, hob, '/actions')).json()).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });

  it('comes page by page, without gaps or repetitions', async () => {
    const ivy = newcomer('Ivy');
    await inTransaction(app.ctx, async (ctx) => {
      for (let n = 0; n < 101; n += 1)
        await record(ctx, operator, { action: `n${n}`, target: 'Ivy', outcome: 'done', details: { playerId: ivy.id } });
    });
    const found: string[] = [];
    for (let query = ''; ;) {
      const { actions, hasMore } = await read<Actions>(admin, ivy, `/actions?${query}`);
      found.push(...actions.map(({ action }) => action));
      if (!hasMore) break;
      expect(actions).toHaveLength(50);
      query = `before=${actions.at(-1)?.id}`;
    }
    expect(found).toEqual(Array.from({ length: 101 }, (_, n) => `n${100 - n}`));
  });
});
