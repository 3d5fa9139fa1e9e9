import { randomInt } from 'node:crypto';
import { connectTestAgent } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';

type Reply = {
  status: number;
  data: unknown;
  code: string;
  error: string;
  details: { retryAfterS?: number; triesLeft?: number };
};

export async function startControlTest() {
  const app = await createTestApp();

  async function call(method: string, path: string, by: TestUser, payload: object = {}): Promise<Reply> {
    const url = `/api/ark/servers/${path}`;
    return (await app.http.inject({ method: method as 'POST', url, headers: by.headers, payload })).json<Reply>();
  }

  /** A server whose agent shows codes on a screen. */
  async function openServer() {
    const server = await addTestServer(app);
    const shown: string[] = [];
    const agent = await connectTestAgent(app, {
      token: server.token,
      commands: {
        'server.showCode': ({ code }) => {
          shown.push(String(code));
          return {};
        },
      },
    });
    return { ...server, shown, agent };
  }

  async function linkTo(serverId: string, user: TestUser, playerId: string): Promise<void> {
    await app.ctx.db.execute(
      `insert into linked_players (user_id, server_id, player_id, linked_at) values ('${user.id}', '${serverId}', '${playerId}', now())`,
    );
  }

  /** A user whose character is linked on the server. */
  async function createPlayer(serverId: string): Promise<TestUser> {
    const user = await createTestUser(app);
    await linkTo(serverId, user, `7656119${randomInt(10 ** 9, 10 ** 10)}`);
    return user;
  }

  const ask = (serverId: string, user: TestUser) => call('POST', `${serverId}/auth`, user);
  const confirm = (serverId: string, user: TestUser, twoFaCode: string) =>
    call('POST', `${serverId}/auth/confirm`, user, { twoFaCode });

  return { app, ask, call, confirm, createPlayer, linkTo, openServer };
}
