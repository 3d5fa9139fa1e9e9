import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { makeFolder, postTo, spawnPortal, type PortalProcess } from './testing/portal-process.ts';
import { installed, startNats, startPostgres, type TestServer } from './testing/test-servers.ts';

const servers: TestServer[] = [];
const portals: PortalProcess[] = [];
const folders: string[] = [];

afterAll(async () => {
  await Promise.all(portals.map((portal) => portal.stop()));
  await Promise.all(servers.map((server) => server.stop()));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe.runIf(installed.postgres && installed.nats)('two portals on one PostgreSQL of the system and one NATS', () => {
  it('serve together: sessions, live topics and their ends', async () => {
    const [database, nats] = await Promise.all([startPostgres(), startNats()]);
    servers.push(database, nats);
    const settings = { DATABASE_URL: database.url, NATS_URL: nats.url, REQUESTS_PER_MINUTE: '0' };
    const [here, there] = await Promise.all([startOne(settings), startOne(settings)]);
    const [, setup = ''] = /setup=([\w-]+)/.exec(portals[0]?.output() ?? '') ?? [];
    const owner = await postTo(here, '/users/register', {
      email: 'o@example.test',
      username: 'Olga',
      password: 'a long enough one',
      setup,
    });
    const token = String(owner.body.data?.['accessToken']);
    const headers = { authorization: `Bearer ${token}` };

    const stream = await fetch(`${there}/api/events?topics=audit`, { headers });
    let seen = '';
    const ended = readAll(stream, (text) => (seen += text));
    await vi.waitUntil(() => seen.includes('snapshot'), { timeout: 10_000 });
    await postTo(here, '/users/register', { email: 'n@example.test', username: 'Nils', password: 'a long enough one' });
    await vi.waitUntil(() => seen.includes('users.register') && seen.includes('Nils'), { timeout: 10_000 });

    await postTo(here, '/users/logout', {}, token);
    await ended;
    expect(seen).toContain('session-ended');
    expect((await fetch(`${there}/api/users/me`, { headers })).status).toBe(401);
  });
});

async function readAll(response: Response, onText: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) onText(decoder.decode(chunk as Uint8Array, { stream: true }));
}

async function startOne(settings: Record<string, string>): Promise<string> {
  const folder = makeFolder();
  folders.push(folder);
  const portal = spawnPortal(folder, { settings });
  portals.push(portal);
  return portal.ready();
}
