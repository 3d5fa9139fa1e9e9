import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { roles, type ReplyInput } from '@tribehall/contract';
import { expect } from 'vitest';
import { onFileFinished } from '../../testing/cleanup.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { openGame, type Game, type SeenPlayer } from '../players/players.fixture.ts';
import { addNameIndexes } from './search.service.ts';

type Hits = ReplyInput<'GET /search'>;

let count = 0;

export const idOf = (n: number) => `7656119801${String(n).padStart(7, '0')}`;

export const newcomer = (name: string, survivor?: string): SeenPlayer => ({
  id: idOf((count += 1)),
  name,
  ...(survivor === undefined ? {} : { survivor }),
});

/** The real app with indexes of names, and an account of each role. */
export async function startSearchTest() {
  const folder = mkdtempSync(join(tmpdir(), 'tribehall-search-'));
  onFileFinished(() => rmSync(folder, { recursive: true, force: true }));
  const app = await createTestApp({ DATA_DIR: folder });
  await addNameIndexes(app.ctx);
  const admin = await createTestUser(app, { roles: [roles.Admin] });
  const ask = (user: TestUser, query: string) =>
    app.http.inject({ url: `/api/search?query=${encodeURIComponent(query)}`, headers: user.headers });
  const search = async (user: TestUser, query: string): Promise<Hits> => {
    const reply = await ask(user, query);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<{ data: Hits }>().data;
  };
  return {
    app,
    folder,
    admin,
    owner: await createTestUser(app, { roles: [roles.Owner] }),
    member: await createTestUser(app),
    ask,
    search,
    players: async (user: TestUser, query: string) => (await search(user, query)).players,
    names: async (user: TestUser, query: string) => (await search(user, query)).players.map(({ name }) => name),
    /** A server that these people have left, one a minute. */
    openLeft: async (...people: SeenPlayer[]): Promise<Game> => {
      const game = await openGame(app);
      for (const one of people) {
        app.passMs(60_000);
        await game.online(one);
      }
      await game.online();
      return game;
    },
    openHistory: async (game: Pick<Game, 'id'>): Promise<void> => {
      const url = `/api/ark/servers/${game.id}/history`;
      const payload = { visibleTo: 'members' };
      const reply = await app.http.inject({ method: 'PUT', url, headers: admin.headers, payload });
      expect(reply.statusCode).toBe(200);
    },
  };
}
