import { roles } from '@tribehall/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { CommandError } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { alice, auditOf, bob, linkCharacter, listen, openGame, type Game } from './players.fixture.ts';

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });
const minuteMs = 60_000;

// The number of codes per player is limited, and all tests use the same players.
beforeEach(() => app.passMs(11 * minuteMs));

type Body = { status: number; code?: string; error?: string; data?: Record<string, unknown> };

async function call(user: TestUser, method: 'POST' | 'DELETE', path: string, body?: object) {
  const reply = await app.http.inject({
    method,
    url: `/api/ark/servers/${path}`,
    headers: user.headers,
    ...(body ? { body } : {}),
  });
  return reply.json<Body>();
}

const ask = (user: TestUser, serverId: string, playerId = alice.id) =>
  call(user, 'POST', `${serverId}/players/${playerId}/auth`);
const confirm = (user: TestUser, serverId: string, code: string, playerId = alice.id) =>
  call(user, 'POST', `${serverId}/players/${playerId}/auth/confirm`, { twoFaCode: code });
const unlink = (user: TestUser, serverId: string, playerId = alice.id) =>
  call(user, 'DELETE', `${serverId}/players/${playerId}/auth`);

const commands = { 'players.whisper': () => ({ outcome: 'sent' }) };
const openWith = (...players: { id: string; name: string }[]) => openGame(app, { players, commands });

function whispered({ agent }: Game): string {
  return String(agent.received.findLast(({ command }) => command === 'players.whisper')?.params['text']);
}
const codeOf = (game: Game) => /\b\d{6}\b/.exec(whispered(game))?.[0] ?? '';
const player = (n: number) => ({ id: `7656119900000${String(n).padStart(4, '0')}`, name: `P${n}` });
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function linksOf(user: TestUser) {
  const reply = await app.http.inject({ url: '/api/users/me', headers: user.headers });
  return reply.json<{ data: { ark: { linkedPlayers: object[] } } }>().data.ark.linkedPlayers;
}

describe('a code', () => {
  it('is whispered to the player by id and links the character', async () => {
    const game = await openWith(alice);
    const user = await createTestUser(app);
    const heard = listen(app, `users.me/${user.id}`);
    const asked = await ask(user, game.id);
    const livesMs = Date.parse(String(asked.data?.['expiresAt'])) - app.ctx.clock().getTime();
    expect(livesMs).toBeGreaterThan(4 * minuteMs);
    expect(livesMs).toBeLessThanOrEqual(5 * minuteMs);
    expect(game.agent.received).toMatchObject([{ command: 'players.whisper', params: { playerId: alice.id } }]);
    expect(whispered(game)).toBe(
      `Tribehall: your code is ${codeOf(game)}. It links this character to the account ${user.username}. ` +
        "If you didn't request it, ignore this.",
    );
    expect(await confirm(user, game.id, codeOf(game))).toEqual({
      status: 200,
      data: { playerId: alice.id, isAdmin: false },
    });
    const link = { serverId: game.id, playerId: alice.id, isAdmin: false };
    expect(await linksOf(user)).toEqual([{ ...link, name: 'Alice' }]);
    await game.online({ ...alice, survivor: 'Helena' });
    expect(await linksOf(user)).toEqual([{ ...link, name: 'Alice', survivor: 'Helena' }]);
    await game.online();
    expect(await linksOf(user)).toEqual([{ ...link, name: 'Alice' }]);
    await expect.poll(() => heard.at(-1)?.data).toMatchObject({ ark: { linkedPlayers: [{ playerId: alice.id }] } });
  });

  it('is in no reply, log or audit entry, and never stored in plain text', async () => {
    const game = await openWith(alice);
    const user = await createTestUser(app);
    const asked = await ask(user, game.id);
    const code = codeOf(game);
    const wrong = await confirm(user, game.id, otherThan(code));
    const { rows: stored } = await app.ctx.db.execute('select code_hash from link_codes');
    const confirmed = await confirm(user, game.id, code);
    const audit = await auditOf(app, 'players.link', game.id);
    expect(audit).toMatchObject([{ outcome: 'done', target: `Alice on ${game.name}`, actor: user.username }]);
    const containsCode = new RegExp(`(?<!\\w)${code}(?!\\w)`);
    expect(containsCode.test(whispered(game))).toBe(true);
    for (const said of [asked, wrong, confirmed, audit, stored, app.logged])
      expect(JSON.stringify(said)).not.toMatch(containsCode);
  });

  it('can be tried five times', async () => {
    const game = await openWith(alice);
    const user = await createTestUser(app);
    await ask(user, game.id);
    const wrong = otherThan(codeOf(game));
    for (let tries = 0; tries < 5; tries += 1)
      expect(await confirm(user, game.id, wrong)).toMatchObject({ status: 400, code: 'INVALID_CODE' });
    expect(await confirm(user, game.id, codeOf(game))).toMatchObject({ status: 400, code: 'INVALID_CODE' });
    expect(await linksOf(user)).toEqual([]);
  });

  it('cannot be tried more often concurrently', async () => {
    const game = await openWith(alice);
    const user = await createTestUser(app);
    await ask(user, game.id);
    const guesses = Array.from({ length: 12 }, (_, n) => String((Number(codeOf(game)) + n + 1) % 1_000_000));
    await Promise.all(guesses.map((guess) => confirm(user, game.id, guess.padStart(6, '0'))));
    expect(await confirm(user, game.id, codeOf(game))).toMatchObject({ code: 'INVALID_CODE' });
  });

  it('is valid for five minutes', async () => {
    const game = await openWith(alice);
    const [quick, slow] = await Promise.all([createTestUser(app), createTestUser(app)]);
    await ask(slow, game.id);
    const slowCode = codeOf(game);
    app.passMs(5 * minuteMs + 1);
    expect(await confirm(slow, game.id, slowCode)).toMatchObject({ code: 'INVALID_CODE' });
    await ask(quick, game.id);
    app.passMs(4 * minuteMs);
    expect(await confirm(quick, game.id, codeOf(game))).toMatchObject({ status: 200 });
  });

  it('works once', async () => {
    const game = await openWith(alice);
    const user = await createTestUser(app);
    await ask(user, game.id);
    const code = codeOf(game);
    await confirm(user, game.id, code);
    await unlink(user, game.id);
    expect(await confirm(user, game.id, code)).toMatchObject({ status: 400, code: 'INVALID_CODE' });
  });

  it('links once if confirmed twice at once', async () => {
    const game = await openWith(alice);
    const user = await createTestUser(app);
    await ask(user, game.id);
    const code = codeOf(game);
    const replies = await Promise.all(Array.from({ length: 4 }, () => confirm(user, game.id, code)));
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400]);
    expect(await auditOf(app, 'players.link', game.id)).toHaveLength(1);
  });

  it('is valid for one user, one server and one player', async () => {
    const [game, other] = await Promise.all([openWith(alice, bob), openWith(alice)]);
    const [user, thief] = await Promise.all([createTestUser(app), createTestUser(app)]);
    await ask(user, game.id);
    const code = codeOf(game);
    expect(await confirm(thief, game.id, code)).toMatchObject({ code: 'INVALID_CODE' });
    expect(await confirm(user, other.id, code)).toMatchObject({ code: 'INVALID_CODE' });
    expect(await confirm(user, game.id, code, bob.id)).toMatchObject({ code: 'INVALID_CODE' });
    expect(await confirm(user, game.id, code)).toMatchObject({ status: 200 });
  });

  it('requested again replaces the previous one', async () => {
    const game = await openWith(alice);
    const user = await createTestUser(app);
    await ask(user, game.id);
    const old = codeOf(game);
    await ask(user, game.id);
    expect(await confirm(user, game.id, old)).toMatchObject({ code: 'INVALID_CODE' });
    expect(await confirm(user, game.id, codeOf(game))).toMatchObject({ status: 200 });
  });

  it.each([
    ['playerOffline', 'PLAYER_OFFLINE'],
    ['unknownOutcome', 'UNAVAILABLE'],
    ['notSupported', 'NOT_SUPPORTED'],
  ] as const)('that could not be whispered (%s) is void', async (error, code) => {
    const failing = {
      'players.whisper': () => {
        throw new CommandError(error, 'No.');
      },
    };
    const game = await openGame(app, { players: [alice], commands: failing });
    const user = await createTestUser(app);
    expect(await ask(user, game.id)).toMatchObject({ code });
    expect(await confirm(user, game.id, codeOf(game))).toMatchObject({ code: 'INVALID_CODE' });
  });

  it.each(['12345', '1234567', 'abcdef', '', '12 456'])('of the form %j is refused with the field', async (code) => {
    const game = await openWith(alice);
    expect(await confirm(await createTestUser(app), game.id, code)).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      details: { fields: [{ field: 'twoFaCode' }] },
    });
  });
});

describe('requesting a code', () => {
  it('needs the player to be online there', async () => {
    const game = await openWith(alice);
    const user = await createTestUser(app);
    expect(await ask(user, game.id, bob.id)).toMatchObject({ status: 409, code: 'PLAYER_OFFLINE' });
    await game.state('down');
    expect(await ask(user, game.id)).toMatchObject({ status: 503, code: 'SERVER_OFFLINE' });
    const { id } = await addTestServer(app);
    expect(await ask(user, id)).toMatchObject({ status: 503, code: 'SERVER_OFFLINE' });
    expect(await ask(user, 'nowhere')).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(game.agent.received).toEqual([]);
  });

  it("for someone else's character is refused", async () => {
    const game = await openWith(alice);
    const [owner, other] = await Promise.all([createTestUser(app), createTestUser(app)]);
    await linkCharacter(app, owner, { serverId: game.id, playerId: alice.id });
    expect(await ask(other, game.id)).toMatchObject({ status: 409, code: 'ALREADY_LINKED' });
    expect(await ask(owner, game.id)).toMatchObject({ status: 409, code: 'ALREADY_LINKED' });
    expect(game.agent.received).toEqual([]);
  });

  it('is limited to five in ten minutes per user, over all servers', async () => {
    const players = Array.from({ length: 6 }, (_, n) => player(n));
    const [one, two] = await Promise.all([openWith(...players), openWith(...players)]);
    const user = await createTestUser(app);
    for (let n = 0; n < 5; n += 1)
      expect(await ask(user, n % 2 ? one.id : two.id, player(n).id)).toMatchObject({ status: 200 });
    const refused = await app.http.inject({
      method: 'POST',
      url: `/api/ark/servers/${one.id}/players/${player(5).id}/auth`,
      headers: user.headers,
    });
    expect(refused.json()).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    app.passMs(10 * minuteMs + 1);
    expect(await ask(user, one.id, player(5).id)).toMatchObject({ status: 200 });
  });

  it('is limited to five in ten minutes per player, no matter who asks', async () => {
    const target = player(100);
    const game = await openWith(target);
    for (let n = 0; n < 5; n += 1)
      expect(await ask(await createTestUser(app), game.id, target.id)).toMatchObject({ status: 200 });
    expect(await ask(await createTestUser(app), game.id, target.id)).toMatchObject({ status: 429 });
    expect(game.agent.received).toHaveLength(5);
  });
});

describe('a linked character', () => {
  it('replaces the previous one on that server, and the whisper says so', async () => {
    const game = await openWith(alice, bob);
    const user = await createTestUser(app);
    await linkCharacter(app, user, { serverId: game.id, playerId: bob.id });
    await ask(user, game.id);
    expect(whispered(game)).toContain('replacing the one linked now');
    await confirm(user, game.id, codeOf(game));
    expect(await linksOf(user)).toMatchObject([{ playerId: alice.id }]);
    expect(await auditOf(app, 'players.link', game.id)).toMatchObject([{ details: { replaced: bob.id } }]);
  });

  it('is an admin if the user proved control of the server', async () => {
    const game = await openWith(alice);
    const user = await createTestUser(app);
    await app.ctx.db.execute(`insert into server_admins values ('${user.id}', '${game.id}', now())`);
    await ask(user, game.id);
    expect(await confirm(user, game.id, codeOf(game))).toMatchObject({ data: { isAdmin: true } });
  });

  it('belongs to one of two users who confirm at once', async () => {
    const game = await openWith(alice);
    const users = await Promise.all([createTestUser(app), createTestUser(app)]);
    const codes: string[] = [];
    for (const user of users) {
      await ask(user, game.id);
      codes.push(codeOf(game));
    }
    const replies = await Promise.all(users.map((user, n) => confirm(user, game.id, codes[n] ?? '')));
    expect(replies.map((reply) => reply.code ?? 'linked').toSorted()).toEqual(['ALREADY_LINKED', 'linked']);
  });

  it('is unlinked by its owner or an Admin; for everyone else it does not exist', async () => {
    const game = await openWith(alice);
    const [owner, other] = await Promise.all([createTestUser(app), createTestUser(app)]);
    await linkCharacter(app, owner, { serverId: game.id, playerId: alice.id });
    expect(await unlink(other, game.id)).toMatchObject({ status: 404 });
    expect(await unlink(owner, game.id)).toMatchObject({ status: 200 });
    expect(await unlink(owner, game.id)).toMatchObject({ status: 404 });
    await linkCharacter(app, owner, { serverId: game.id, playerId: alice.id });
    const heard = listen(app, `users.me/${owner.id}`);
    expect(await unlink(admin, game.id)).toMatchObject({ status: 200 });
    await expect.poll(() => heard.at(-1)?.data).toMatchObject({ ark: { linkedPlayers: [] } });
    expect(await auditOf(app, 'players.unlink', game.id)).toMatchObject([
      { actor: owner.username, details: { username: owner.username } },
      { actor: admin.username, details: { username: owner.username } },
    ]);
    expect(await unlink(owner, 'nowhere')).toMatchObject({ status: 404 });
  });

  it('stands in the same place among the others, whichever was changed last', async () => {
    const user = await createTestUser(app);
    const servers = await Promise.all(Array.from({ length: 4 }, () => addTestServer(app)));
    const ids = servers.map(({ id }) => id).toSorted();
    for (const [n, serverId] of ids.toReversed().entries())
      await linkCharacter(app, user, { serverId, playerId: player(900 + n).id });
    expect(await linksOf(user)).toMatchObject(ids.map((serverId) => ({ serverId })));
  });
});
