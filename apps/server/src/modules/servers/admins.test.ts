import { roles } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { connectTestAgent, CommandError } from '../../testing/test-agent.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { startControlTest } from './control.fixture.ts';

const { app, ask, call, confirm, createPlayer, linkTo, openServer } = await startControlTest();

describe('proving control of a server', () => {
  it('makes the user an admin of this server and of no other', async () => {
    const [server, other] = [await openServer(), await openServer()];
    const user = await createPlayer(server.id);
    expect(await call('PUT', server.id, user, { name: 'Mine' })).toMatchObject({ status: 403 });
    expect(await ask(server.id, user)).toEqual({ status: 200, data: {} });
    const [code = ''] = server.shown;
    expect(await confirm(server.id, user, code)).toMatchObject({ status: 200, data: { isAdmin: true } });
    expect(await call('PUT', server.id, user, { name: `${server.name} 2` })).toMatchObject({ status: 200 });
    expect(await call('PUT', other.id, user, { name: 'Not mine' })).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect((await app.http.inject({ method: 'POST', url: '/api/ark/servers', headers: user.headers })).statusCode).toBe(
      403,
    );
    const { rows } = await app.ctx.db.execute("select actor, target from audit where action = 'servers.admin'");
    expect(rows).toEqual([{ actor: user.username, target: server.name }]);
    expect(app.logged.filter((line) => line.includes(code))).toEqual([]);
  });

  it('makes the linked character an admin, too, and publishes the user', async () => {
    const server = await openServer();
    const user = await createTestUser(app);
    const playerId = '76561198000000001';
    await linkTo(server.id, user, playerId);
    await ask(server.id, user);
    const confirmed = await confirm(server.id, user, server.shown[0] ?? '');
    expect(confirmed.data).toEqual({ isAdmin: true, linkedPlayer: { playerId, isAdmin: true } });
    const me = await app.http.inject({ url: '/api/users/me', headers: user.headers });
    expect(me.json<{ data: { ark: unknown } }>().data.ark).toMatchObject({ linkedPlayers: [{ isAdmin: true }] });
  });

  it('accepts one of two concurrent confirmations, and no other code', async () => {
    const server = await openServer();
    const user = await createPlayer(server.id);
    expect(await confirm(server.id, user, '2345-6789')).toMatchObject({ status: 400, code: 'INVALID_CODE' });
    await ask(server.id, user);
    const [code = ''] = server.shown;
    const replies = await Promise.all([confirm(server.id, user, code), confirm(server.id, user, code)]);
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it('shows eight unambiguous characters, and accepts them as people type them', async () => {
    const server = await openServer();
    for (const typed of [
      (code: string) => code.toLowerCase(),
      (code: string) => code.replace('-', ''),
      (code: string) => ` ${code.split('').join(' ')} `,
    ]) {
      const user = await createPlayer(server.id);
      await ask(server.id, user);
      const code = server.shown.at(-1) ?? '';
      expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/);
      expect(await confirm(server.id, user, typed(code))).toMatchObject({ status: 200 });
    }
  });

  it('names the field of a malformed code, and does not count it as an attempt', async () => {
    const server = await openServer();
    const user = await createPlayer(server.id);
    await ask(server.id, user);
    for (const typed of [
      '',
      '123456',
      'ABCD-EFG',
      'ABCD-EFGHJ',
      'ABCD-EFG0',
      'ABCD-EFGſ',
      '-'.repeat(50_000),
      `${' '.repeat(50_000)}A`,
    ])
      expect(await confirm(server.id, user, typed)).toMatchObject({
        status: 400,
        code: 'BAD_REQUEST',
        details: { fields: [{ field: 'twoFaCode' }] },
      });
    expect(await confirm(server.id, user, 'AAAA-AAAA')).toMatchObject({ details: { triesLeft: 4 } });
  });

  it('needs an agent that can show the code', async () => {
    const server = await addTestServer(app);
    const user = await createPlayer(server.id);
    for (let i = 0; i < 6; i += 1)
      expect(await ask(server.id, user)).toMatchObject({ status: 503, code: 'SERVER_OFFLINE' });
    expect(await ask('none', user)).toMatchObject({ status: 404 });
    let shown = '';
    await connectTestAgent(app, {
      token: server.token,
      commands: {
        'server.showCode': ({ code }) => {
          shown = String(code);
          throw new CommandError('notSupported', 'There is no console.');
        },
      },
    });
    expect(await ask(server.id, user)).toMatchObject({
      status: 409,
      code: 'NOT_SUPPORTED',
      error: 'There is no console.',
    });
    expect(await confirm(server.id, user, shown)).toMatchObject({ status: 400, code: 'INVALID_CODE' });
  });

  it('can be tried five times in ten minutes', async () => {
    const server = await openServer();
    const user = await createPlayer(server.id);
    const statuses = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await ask(server.id, user)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('a user without a tie to the server', () => {
  it('gets no code and no guess, favorite or not', async () => {
    const server = await openServer();
    const stranger = await createTestUser(app);
    await call('POST', `${server.id}/favorite`, stranger);
    const refused = { status: 403, code: 'FORBIDDEN', error: expect.stringContaining('Link your character') as string };
    expect(await ask(server.id, stranger)).toMatchObject(refused);
    expect(await confirm(server.id, stranger, 'AAAA-AAAA')).toMatchObject(refused);
    expect(server.shown).toEqual([]);
  });

  it('includes players of other servers', async () => {
    const [server, other] = [await openServer(), await openServer()];
    expect(await ask(server.id, await createPlayer(other.id))).toMatchObject({ status: 403 });
  });

  it('excludes Admins of the portal', async () => {
    const server = await openServer();
    for (const role of [roles.Admin, roles.Owner]) {
      const admin = await createTestUser(app, { roles: [role] });
      expect(await ask(server.id, admin)).toMatchObject({ status: 200 });
      expect(await confirm(server.id, admin, server.shown.at(-1) ?? '')).toMatchObject({ status: 200 });
    }
  });
});
