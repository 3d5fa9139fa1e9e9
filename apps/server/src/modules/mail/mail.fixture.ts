import type { TestApp } from '../../testing/test-app.ts';
import type { TestAgent } from '../../testing/test-agent.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { linkCharacter } from '../players/players.fixture.ts';

export type Mail = { id: string; playerName: string; state: string; reason: string | null } & Record<string, unknown>;
type Body<T> = { status: number; code?: string; data: T; details?: unknown };

/** Calls of one sender, on the app of a test. */
export function mailCalls(app: TestApp) {
  const call = async <T>(
    user: TestUser,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
    extra = {},
  ) => {
    const headers = { ...user.headers, ...extra };
    const url = `/api/ark/servers/${path}`;
    return (await app.http.inject({ method, url, headers, ...(body ? { body } : {}) })).json<Body<T>>();
  };
  return {
    send: (user: TestUser, serverId: string, mail: object, headers?: object) =>
      call<{ mailId: string; state: string }>(
        user,
        'POST',
        `${serverId}/mail`,
        { subject: 'Hello', body: 'World', ...mail },
        headers,
      ),
    sendTo: (user: TestUser, serverId: string, playerId: string, mail: object) =>
      call<{ mailId: string; state: string }>(user, 'POST', `${serverId}/players/${playerId}/mail`, mail),
    list: (user: TestUser, serverId: string) => call<Mail[]>(user, 'GET', `${serverId}/mail`),
    takeBack: (user: TestUser, serverId: string, mailId: string) =>
      call<object>(user, 'DELETE', `${serverId}/mail/${mailId}`),
  };
}

let senders = 0;

/** A user with a character on the server. */
export async function createSender(app: TestApp, serverId: string): Promise<TestUser & { playerId: string }> {
  senders += 1;
  const user = await createTestUser(app);
  const playerId = `765611970000${String(senders).padStart(5, '0')}`;
  await linkCharacter(app, user, { serverId, playerId });
  return { ...user, playerId };
}

/** The whispers that reached the game, as their texts. */
export function whispers({ received }: TestAgent): string[] {
  return received.filter(({ command }) => command === 'players.whisper').map(({ params }) => String(params['text']));
}
