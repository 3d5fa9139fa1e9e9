import { roles } from '@tribehall/contract';
import { afterEach } from 'vitest';
import { connectTestAgent, type CommandHandlers, type TestAgent } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { operator } from '../audit/audit.service.ts';
import { create } from '../clusters/changes.service.ts';

export type Game = TestAgent & { id: string; name: string };

export const playerId = '76561190000000001';
export const said = (agent: TestAgent) => agent.received.map(({ params }) => params);

/** A portal with an admin, the bot, and games to speak on. */
export async function createChatApp() {
  const app = await createTestApp();
  const open: TestAgent[] = [];
  afterEach(async () => {
    for (const agent of open.splice(0)) await agent.close();
  });
  let counter = 0;
  const newCluster = async () => {
    counter += 1;
    return (await create(app.ctx, operator, `Cluster ${counter}`)).id;
  };
  const startGame = async (
    options: { clusterId?: string; say?: NonNullable<CommandHandlers['chat.say']> } = {},
  ): Promise<Game> => {
    const { clusterId, say = () => ({}) } = options;
    const { id, name, token } = await addTestServer(app, clusterId === undefined ? {} : { clusterId });
    const agent = await connectTestAgent(app, { token, commands: { 'chat.say': say } });
    open.push(agent);
    return { ...agent, id, name };
  };
  const linkPlayer = async (user: TestUser, serverId: string, isAdmin = false) => {
    await app.ctx.db.execute(
      `insert into linked_players (user_id, server_id, player_id, is_admin, linked_at) values ('${user.id}', '${serverId}', '${playerId}', ${isAdmin}, now())`,
    );
  };
  const post = async (path: string, user: TestUser, payload: object, headers: Record<string, string> = {}) => {
    const url = `/api/ark/${path}`;
    const reply = await app.http.inject({ method: 'POST', url, headers: { ...user.headers, ...headers }, payload });
    return {
      status: reply.statusCode,
      body: reply.json<{ data: Record<string, unknown>; code?: string; error?: string; details?: unknown }>(),
      retryAfter: reply.headers['retry-after'],
    };
  };
  const send = (serverId: string, user: TestUser, payload: object, headers?: Record<string, string>) =>
    post(`servers/${serverId}/sendChatMessage`, user, payload, headers);
  const admin = await createTestUser(app, { roles: [roles.Admin] });
  const bot = await createTestUser(app, { roles: [roles.DiscordBot] });
  return { app, admin, bot, newCluster, startGame, linkPlayer, post, send };
}
