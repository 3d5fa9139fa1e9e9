import { roles, type ReplyInput } from '@tribehall/contract';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { openGame, type Game, type SeenPlayer } from '../players/players.fixture.ts';

export type Report = ReplyInput<'GET /ark/reports/{id}'>;
export type OwnReport = ReplyInput<'GET /ark/reports/own'>[number];
type Queue = ReplyInput<'GET /ark/reports'>;
type Body<Data> = { status: number; code?: string; error?: string; details?: unknown; data: Data };

/** A portal with an Admin, and calls about reports. */
export async function createReportsTest(settings: Record<string, string> = {}) {
  const app = await createTestApp(settings);
  const admin = await createTestUser(app, { roles: [roles.Admin] });
  const ask = async <Data>(user: TestUser, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
    const url = `/api/ark/reports${path}`;
    const reply = await app.http.inject({ method, url, headers: user.headers, ...(payload && { payload }) });
    return reply.json<Body<Data>>();
  };
  let count = 0;
  return {
    app,
    admin,
    ask,
    /** Someone new, so that tests do not see each other's reports. */
    newcomer: (name: string): SeenPlayer => ({ id: `7656119800007${String((count += 1)).padStart(4, '0')}`, name }),
    open: (players: SeenPlayer[]): Promise<Game> =>
      openGame(app, { players, commands: { 'players.whisper': () => ({ outcome: 'sent' }) } }),
    report: (user: TestUser, body: object) => ask<OwnReport>(user, 'POST', '', { text: 'Blocks the path', ...body }),
    own: async (user: TestUser) => (await ask<OwnReport[]>(user, 'GET', '/own')).data,
    queue: async (user: TestUser, query = '') => (await ask<Queue>(user, 'GET', query)).data,
    read: async (user: TestUser, id: string) => (await ask<Report>(user, 'GET', `/${id}`)).data,
    /** A line of the game's chat. */
    say: (game: Game, speaker: SeenPlayer, text: string, at = app.ctx.clock()) =>
      game.agent.sendEvents({
        type: 'chat.line',
        data: { kind: 'player', playerId: speaker.id, name: speaker.name, text },
        at,
      }),
  };
}
