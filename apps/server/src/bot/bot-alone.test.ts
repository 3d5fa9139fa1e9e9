import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { startDiscord } from '../../../world/src/discord/start-discord.ts';
import { makeFolder, postTo, spawnPortal, type PortalProcess } from '../testing/portal-process.ts';
import { installed, startNats, startPostgres } from '../testing/test-servers.ts';
const closers: (() => Promise<unknown> | void)[] = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

function spawnIn(settings: Record<string, string>, folder = makeFolder()): PortalProcess {
  const started = spawnPortal(folder, { settings });
  closers.push(async () => {
    if (started.child.exitCode === null && started.child.signalCode === null) await started.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return started;
}

const alone = { TRIBEHALL_BOT: 'alone', DISCORD_BOT_TOKEN: 'token' };
const database = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
const nats = { NATS_URL: 'nats://127.0.0.1:1' };

describe('a bot that runs alone', () => {
  it.each([
    ['DISCORD_BOT_TOKEN', { TRIBEHALL_BOT: 'alone' }],
    ['DATABASE_URL', alone],
    ['NATS_URL', { ...alone, ...database }],
    ['PORTAL_URL', { ...alone, ...database, ...nats }],
  ])('reports that it needs %s', async (missing, settings) => {
    const bot = spawnIn(settings);
    expect(await bot.exit()).toBe(1);
    expect(bot.output()).toMatch(new RegExp(`^${missing} must be set for a bot that runs on its own\\.\\n$`));
  });

  it.runIf(installed.postgres && installed.nats)(
    'responds to the portal over the bus, and another takes over when it is killed',
    async () => {
      const servers = await Promise.all([startPostgres(), startNats()]);
      closers.push(...servers.map((server) => server.stop));
      const folder = makeFolder();
      const discord = await startDiscord({ folder });
      closers.push(discord.stop, () => rmSync(folder, { recursive: true, force: true }));
      const shared = {
        ...discord.settings,
        DATABASE_URL: servers[0].url,
        NATS_URL: servers[1].url,
        SECRET_KEY: 'one secret for all of these processes',
      };
      const url = await spawnIn({ ...shared, TRIBEHALL_BOT: 'off' }).ready();
      const call = await linkNico(url, (authorizeUrl) =>
        discord.ask('authorize', { url: authorizeUrl, person: 'nico' }),
      );
      expect(await call('POST', '/skibapbot/music', { videoId: 'x' })).toMatchObject({ code: 'BOT_OFFLINE' });

      const spawnBot = (folder?: string) => spawnIn({ ...shared, TRIBEHALL_BOT: 'alone', PORTAL_URL: url }, folder);
      const isServing = () =>
        vi.waitFor(async () => {
          expect(await call('GET', '/skibapbot/music/queue')).toMatchObject({ data: { state: 'idle', problem: null } });
          expect(await call('POST', '/skibapbot/music', { videoId: 'x' })).toMatchObject({ code: 'NO_VOICE_CHANNEL' });
        });
      const { folder: own, orphaned } = leaveDownload();
      const first = spawnBot(own);
      await isServing();
      await vi.waitFor(() => expect(existsSync(orphaned)).toBe(false));
      spawnBot();
      await first.stop('SIGKILL');
      await vi.waitFor(async () => expect((await discord.ask('counters')).identifies).toHaveLength(2));
      await isServing();
    },
  );
});

/** The folder of a bot that was killed while it downloaded a song. */
function leaveDownload(): { folder: string; orphaned: string } {
  const folder = makeFolder();
  const orphaned = join(folder, 'music', '.jobs', '0123456789abcdef-bot', 'job');
  mkdirSync(orphaned, { recursive: true });
  writeFileSync(join(folder, 'portal.id'), '0123456789abcdef');
  writeFileSync(join(orphaned, 'song.webm.part'), 'half of it');
  return { folder, orphaned };
}

type Call = (method: string, path: string, body?: object) => Promise<{ code?: string; data?: unknown }>;

/** Someone who is on the guild and in no voice channel there, logged in at the portal. */
async function linkNico(url: string, authorize: (url: string) => Promise<string>): Promise<Call> {
  const person = { email: 'nico@example.test', username: 'Nico', password: 'a long enough one' };
  const { body } = await postTo(url, '/users/register', person);
  const headers = { authorization: `Bearer ${String(body.data?.['accessToken'])}`, 'content-type': 'application/json' };
  const call: Call = async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return (await fetch(`${url}/api${path}`, { method, headers, ...sent })).json() as ReturnType<Call>;
  };
  const { data } = await call('POST', '/oauth2/discord', {});
  const { search } = new URL(await authorize(String(data)));
  expect(await call('GET', `/oauth2/discord${search}`)).toMatchObject({ status: 200 });
  return call;
}
