import type { TestApp } from '../../testing/test-app.ts';
import { connectTestAgent, type CommandHandlers, type TestAgent } from '../../testing/test-agent.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import type { TestUser } from '../../testing/test-users.ts';
import { liveSubject, type LiveMessage } from '../events/events.service.ts';
import { putLinkedCharacter } from './linking.store.ts';

export type SeenPlayer = { id: string; name: string; survivor?: string };

export const alice = { id: '76561198000000001', name: 'Alice' };
export const bob = { id: '76561198000000002', name: 'Bob' };
export const hostile = { id: 'a'.repeat(32), name: 'a", "; KickPlayer 1 \u202e<b>' };

export type Game = {
  id: string;
  name: string;
  agent: TestAgent;
  /** Sets who is online. */
  online: (...players: SeenPlayer[]) => Promise<void>;
  state: (state: 'up' | 'down' | 'booting') => Promise<void>;
};

/** A game server that is up, with these players, whose agent carries out commands. */
export async function openGame(
  app: TestApp,
  given: {
    players?: SeenPlayer[];
    commands?: CommandHandlers;
    server?: { id: string; name: string; token: string };
  } = {},
): Promise<Game> {
  const { id, name, token } = given.server ?? (await addTestServer(app));
  const hello = { now: app.ctx.clock().toISOString() };
  const agent = await connectTestAgent(app, { token, hello, commands: given.commands ?? {} });
  const online: Game['online'] = async (...players) => {
    await agent.sendEvents({ type: 'players.online', data: { players }, at: app.ctx.clock() });
  };
  const state: Game['state'] = async (state) => {
    await agent.sendEvents({ type: 'server.state', data: { state }, at: app.ctx.clock() });
  };
  await state('up');
  await online(...(given.players ?? []));
  return { id, name, agent, online, state };
}

export async function linkCharacter(
  { ctx }: TestApp,
  user: TestUser,
  character: { serverId: string; playerId: string; isAdmin?: boolean },
): Promise<void> {
  await putLinkedCharacter(ctx.db, { isAdmin: false, ...character, userId: user.id, linkedAt: ctx.clock() });
}

/** What is published to the readers of a topic. */
export function listen({ ctx }: TestApp, channel: string): LiveMessage[] {
  const published: LiveMessage[] = [];
  ctx.bus.subscribe(liveSubject, (data) => {
    const message = data as LiveMessage;
    if (message.channel === channel) published.push(message);
  });
  return published;
}

export type AuditRow = {
  action: string;
  actor: string;
  target: string;
  outcome: string;
  details: Record<string, unknown>;
};

export async function auditOf({ ctx }: TestApp, action: string, serverId: string): Promise<AuditRow[]> {
  const { rows } = await ctx.db.execute('select action, actor, target, outcome, details from audit order by id');
  return (rows as AuditRow[]).filter((row) => row.action === action && row.details?.['serverId'] === serverId);
}
