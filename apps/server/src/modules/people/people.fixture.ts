import { expect } from 'vitest';
import type { TestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { bob, linkCharacter, type Game } from '../players/players.fixture.ts';

export type Player = { id: string; name: string };

let count = 0;

/** Someone new, so that tests do not see each other's people. */
export function newcomer(name: string): Player {
  count += 1;
  return { id: `7656119800002${String(count).padStart(4, '0')}`, name };
}

/** Calls about one person, on the app of a test. */
export function peopleCalls(app: TestApp, admin: TestUser) {
  const ask = (user: TestUser, { id }: Player, path = '') =>
    app.http.inject({ url: `/api/ark/players/${id}${path}`, headers: user.headers });
  return {
    ask,
    read: async <Data>(user: TestUser, player: Player, path = ''): Promise<Data> => {
      const reply = await ask(user, player, path);
      expect(reply.statusCode, reply.body).toBe(200);
      return reply.json<{ data: Data }>().data;
    },
    setHistory: async (game: Game, visibleTo: 'members' | 'admins'): Promise<void> => {
      const url = `/api/ark/servers/${game.id}/history`;
      const reply = await app.http.inject({ method: 'PUT', url, headers: admin.headers, payload: { visibleTo } });
      expect(reply.statusCode).toBe(200);
    },
    /** An admin of one server who is nothing in the portal. */
    adminOf: async (game: Game): Promise<TestUser> => {
      const user = await createTestUser(app);
      await linkCharacter(app, user, { serverId: game.id, playerId: bob.id, isAdmin: true });
      return user;
    },
  };
}
