import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDiscord, type Discord } from '../../../../world/src/discord/start-discord.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestUser } from '../../testing/test-users.ts';
import { onFileFinished } from '../../testing/cleanup.ts';

export type Linked = { app: TestApp; discord: Discord };

/** A portal and the stand-in Discord that its settings point at. */
export async function createLinkedApp(settings: Record<string, string> = {}): Promise<Linked> {
  const folder = mkdtempSync(join(tmpdir(), 'discord-'));
  const discord = await startDiscord({ folder });
  onFileFinished(async () => {
    await discord.stop();
    rmSync(folder, { recursive: true });
  });
  const { NODE_EXTRA_CA_CERTS: _, ...ofDiscord } = discord.settings;
  const app = await createTestApp({ PUBLIC_URL: 'http://portal.test', ...ofDiscord, ...settings });
  return { app, discord };
}

export type Reply = { status: number; body: { data?: unknown; error?: string; code?: string } };

export async function call(
  { app }: Linked,
  user: Pick<TestUser, 'headers'>,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const reply = await app.http.inject({
    method,
    url: `/api${url}`,
    headers: { host: 'portal.test', ...user.headers, ...headers },
  });
  return { status: reply.statusCode, body: reply.json() };
}

/** Starts linking, and returns the query that Discord sends the person back with. */
export async function consent(linked: Linked, user: TestUser, person: string): Promise<string> {
  const { body } = await call(linked, user, 'POST', '/oauth2/discord');
  const back = await linked.discord.ask('authorize', { url: String(body.data), person });
  return new URL(back).search;
}

export async function link(linked: Linked, user: TestUser, person: string): Promise<Reply> {
  return call(linked, user, 'GET', `/oauth2/discord${await consent(linked, user, person)}`);
}

let people = 0;
/** A person on Discord that no other test uses. */
export async function newPerson({ discord }: Linked, options: { isMember: boolean }): Promise<string> {
  people += 1;
  const id = `3000000000000${String(people).padStart(5, '0')}`;
  await discord.ask('addPerson', { id, username: `person${people}` });
  if (options.isMember) await discord.ask('admit', { person: id });
  return id;
}
