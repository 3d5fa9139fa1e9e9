import { routes, type CallKey } from '@tribehall/contract';
import { describe, expect, it, vi } from 'vitest';
import { recordedOfArk } from './audit-coverage-ark.fixture.ts';
import { recordedOfFactors } from './audit-coverage-factors.fixture.ts';
import { recordedOfModeration } from './audit-coverage-moderation.fixture.ts';
import { recordedOfPortal } from './audit-coverage-portal.fixture.ts';
import { recordedRegistrations } from './audit-coverage-registration.fixture.ts';
import { recordedSanctions } from './audit-coverage-sanctions.fixture.ts';
import { app, onServer, owner } from './audit-coverage.fixture.ts';

/** What changes nothing for anyone else, and why. */
const nobodyElses: Partial<Record<CallKey, string>> = {
  'POST /audit/verify': 'reads only',
  'POST /blokkensolver/solve': 'a guess in a running game, said before everyone in its channel',
  'POST /ark/clusters/{id}/chat': 'the chat itself stores who wrote what, and when',
  'POST /ark/servers/{id}/sendChatMessage': 'the chat itself stores who wrote what, and when',
  'POST /oauth2/discord': 'only begins the connection; its end, GET /oauth2/discord, is recorded',
  'POST /oauth2/discord/login': 'only begins a login',
  'POST /oauth2/discord/session': 'the own session; an account that it creates is recorded as users.register',
  'POST /oauth2/discord/refresh': 'reads the own guilds anew',
  'POST /files/{id}/download': 'a signed URL for reading',
  'POST /files/{id}/view': 'a signed URL for reading',
  'POST /files/uploads': 'only begins an upload; its end is recorded',
  'DELETE /files/uploads/{id}': 'the own upload, of which nobody has seen anything',
  'POST /skibapbot/music/download': 'the own download',
  'DELETE /skibapbot/music/downloads/{eventId}': 'the own download',
  'POST /ark/servers/{id}/players/{playerId}/auth': 'a code for the own character; its use is recorded',
  'POST /ark/servers/{id}/favorite': 'the own favourites',
  'POST /ark/servers/{id}/ping': 'reads only',
  'POST /ark/servers/{id}/auth': 'a code on the screen of the own server; its use is recorded, right or wrong',
  'DELETE /terminal/runs/{id}': 'the own program, whose end is recorded as terminal.end',
  'POST /notifications/read': 'the own notifications',
  'DELETE /notifications': 'the own notifications',
  'PUT /notifications/settings/{kind}': 'the own choices',
  'POST /notifications/push': 'the own browser',
  'DELETE /notifications/push': 'the own browser',
  'POST /users/login': 'the own session; failures are counted and logged',
  'POST /users/login/factor': 'the own session; failures are counted and logged',
  'POST /users/login/passkey': 'the own session; failures are counted and logged',
  'POST /users/login/passkey/options': 'only begins a login',
  'POST /users/me/factors/totp': 'only begins the setup; its end is recorded',
  'POST /users/me/factors/passkeys/options': 'only begins the setup; its end is recorded',
  'POST /users/logout': 'the own session',
  'POST /users/password-reset': 'only sends a link; its use is recorded',
  'POST /users/me/confirm': 'the own session',
};

type Row = { actor: string; address: string; target: string; outcome: string };

async function entriesOf(action: string): Promise<Row[]> {
  const { rows } = await app.ctx.db.execute(
    `select actor, address, target, outcome from audit where action = '${action}' order by id`,
  );
  return rows as Row[];
}

describe('every changing call', () => {
  const recorded = {
    ...recordedOfArk,
    ...recordedOfFactors,
    ...recordedOfModeration,
    ...recordedOfPortal,
    ...recordedRegistrations,
    ...recordedSanctions,
  };
  const changing = Object.keys(routes).filter((key) => !/^(GET|HEAD|OPTIONS) /.test(key));

  it('either leaves an entry or concerns only the caller', () => {
    const known = [...Object.keys(recorded), ...Object.keys(nobodyElses)];
    expect(known.toSorted()).toEqual(changing.toSorted());
  });

  const driven = Object.entries(recorded).map(([key, [action, run]]) => ({ key, action, run }));
  it.each(driven)('$key is recorded as $action', async ({ action, run }) => {
    const before = (await entriesOf(action)).length;
    await run();
    const added = await vi.waitUntil(async () => (await entriesOf(action))[before]);
    expect(added.actor).not.toBe('');
    expect(added.target).not.toBe('');
    expect(added.outcome).not.toBe('');
    expect(added.address).toBe('127.0.0.1');
  });

  it('records wrong guesses at the code of a server', async () => {
    const reply = await app.http.inject({
      method: 'POST',
      url: `/api${onServer}/auth/confirm`,
      headers: owner.headers,
      payload: { twoFaCode: 'AAAA-AAAA' },
    });
    expect(reply.statusCode).toBe(400);
    expect((await entriesOf('servers.admin')).at(-1)).toMatchObject({ actor: owner.username, outcome: 'refused' });
  });

  it('cannot touch the audit itself: no call changes or removes an entry', () => {
    expect(Object.keys(routes).filter((key) => key.includes('/audit'))).toEqual([
      'GET /audit',
      'GET /audit/actors',
      'POST /audit/verify',
    ]);
  });
});
