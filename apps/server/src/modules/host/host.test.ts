import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReplyInput } from '@tribehall/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { liveSubject } from '../events/events.service.ts';
import { buildApp } from '../../app.ts';
import type { Ctx } from '../../context.ts';
import { createTestApp, restarted } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import type { Meters } from './metrics.ts';
import { hostKey, startMeasuring } from './host.service.ts';
import { createMonitor } from './host-monitor.ts';

type Stats = ReplyInput<'GET /os/stats'>;
type Sample = { at: string; cpuUsage: number; ramUsage: number; temp: number | null };
type Message = { topic: string; event: string; data: { now: Stats; samples?: Sample[]; sample?: Sample } };

const folder = mkdtempSync(join(tmpdir(), 'host-'));
const ftp = join(folder, 'ftp');
mkdirSync(ftp);
writeFileSync(join(ftp, 'upload.zip'), 'x'.repeat(1234));
const settings = { GUILD_ID: '42', DATA_DIR: folder, FTP_DIR: ftp, YTDLP_RELEASE_URL: 'http://127.0.0.1:1/none' };
const app = await createTestApp(settings);
const member = await createTestUser(app, { guilds: ['42'] });
const aborts: AbortController[] = [];
const stops: (() => void)[] = [];
afterAll(() => {
  for (const abort of aborts) abort.abort();
  for (const stop of stops) stop();
  rmSync(folder, { recursive: true });
});

const ask = async (user: TestUser, { http } = app) =>
  (await http.inject({ url: '/api/os/stats', headers: user.headers })).json<{ code?: string; data: Stats }>();

/** Reads `host.stats` until the end of the tests. */
async function follow(http: FastifyInstance, user: TestUser): Promise<Message[]> {
  await http.listen({ port: 0, host: '127.0.0.1' });
  const abort = new AbortController();
  aborts.push(abort);
  const url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}/api/events?topics=host.stats`;
  const response = await fetch(url, { headers: user.headers, signal: abort.signal });
  const messages: Message[] = [];
  void consume(response, messages).catch(() => undefined);
  return messages;
}

async function consume(response: Response, messages: Message[]): Promise<void> {
  let text = '';
  for await (const chunk of response.body ?? []) {
    const frames = (text + new TextDecoder().decode(chunk as Uint8Array)).split('\n\n');
    text = frames.pop() ?? '';
    for (const line of frames.flatMap((frame) => frame.split('\n')))
      if (line.startsWith('data: ')) messages.push(JSON.parse(line.slice(6)) as Message);
  }
}

/** Measures more often than a portal does. */
const measureOften = (ctx = app.ctx) => stops.push(startMeasuring(ctx, 50));

const fail = () => {
  throw new Error('no');
};

describe('the metrics of the host', () => {
  it('are for members of the guild', async () => {
    expect(await ask(await createTestUser(app))).toMatchObject({ code: 'DISCORD_UNLINKED' });
    expect(await ask(await createTestUser(app, { guilds: ['7'] }))).toMatchObject({ code: 'FORBIDDEN' });
    expect((await ask(member)).data.host).toBe(hostname());
  });

  it('are within their bounds', async () => {
    const { data } = await ask(member);
    for (const percent of [data.cpuUsage, data.ramUsage]) {
      expect(percent).toBeGreaterThanOrEqual(0);
      expect(percent).toBeLessThanOrEqual(100);
    }
    expect(data.ramUsage).toBeGreaterThan(0);
    const { total, capacity } = data.driveUsage;
    expect(total).toBeGreaterThan(0);
    expect(capacity).toBeGreaterThanOrEqual(total);
  });

  it('know the songs, what they and the ftp folder weigh, and the download tool', async () => {
    measureOften();
    await app.ctx.db.execute(
      `insert into songs (id, video_id, kind, title, file, bytes, created_at, used_at)
       values ('a', 'a', 'audio', 'A', 'a', 1000, now(), now()), ('b', 'b', 'video', 'B', 'b', 500, now(), now())`,
    );
    await expect
      .poll(async () => (await ask(member)).data)
      .toMatchObject({ driveUsage: { music: 1500, ftp: 1234 }, music: { songs: 2 } });
    await expect
      .poll(async () => (await ask(member)).data.music.ytDownloader)
      .toMatchObject({ versionLocal: expect.stringMatching(/^\d{4}\.\d/) as string, versionRemote: null });
  });

  it('come as a stream: what was, then each change', async () => {
    measureOften();
    const messages = await follow(app.http, member);
    await expect.poll(() => messages.length).toBeGreaterThan(3);
    const [first, ...changes] = messages;
    expect(first).toMatchObject({ topic: 'host.stats', event: 'snapshot', data: { now: { host: hostname() } } });
    expect(first?.data.samples?.length).toBeGreaterThan(0);
    for (const { topic, event, data } of changes) {
      expect([topic, event]).toEqual(['host.stats', 'changed']);
      expect(data.now).toMatchObject({ cpuUsage: data.sample?.cpuUsage, ramUsage: data.sample?.ramUsage });
    }
    const times = [...(first?.data.samples ?? []), ...changes.flatMap(({ data }) => data.sample ?? [])];
    expect(times.map(({ at }) => at)).toEqual(times.map(({ at }) => at).toSorted());
  });
});

describe('portals that serve together', () => {
  it('each publish only their own host', async () => {
    const together = await createTestApp(settings);
    const otherCtx = restarted(together.ctx, { ...together.ctx.config });
    const other = buildApp(otherCtx, '/nowhere');
    stops.push(() => void other.http.close());
    const user = await createTestUser(together, { guilds: ['42'] });
    const heard: string[] = [];
    together.ctx.bus.subscribe(liveSubject, (data) => heard.push((data as { channel: string }).channel));
    const [here, there] = [await follow(together.http, user), await follow(other.http, user)];
    measureOften(together.ctx);
    await expect.poll(() => here.length).toBeGreaterThan(5);
    await expect.poll(() => there.length).toBeGreaterThan(0);
    // The other one also measures, every few seconds.
    const [changesThere, changesHere] = [there, here].map(
      (all) => all.filter(({ event }) => event === 'changed').length,
    );
    const publishedBy = (ctx: Ctx) => heard.filter((channel) => channel === `host.stats/${hostKey(ctx)}`).length;
    expect(publishedBy(otherCtx)).toBeLessThan(publishedBy(together.ctx));
    expect(changesThere).toBeLessThanOrEqual(publishedBy(otherCtx));
    expect(changesHere).toBeLessThanOrEqual(publishedBy(together.ctx));
    expect(heard.filter((channel) => channel.startsWith('host.stats'))).toHaveLength(
      publishedBy(otherCtx) + publishedBy(together.ctx),
    );
  });
});

describe('what cannot be read', () => {
  it('leaves everything else as it is, and is logged once', async () => {
    const broken = await createTestApp({ ...settings, DATA_DIR: '/nowhere', FTP_DIR: '/nowhere/ftp' });
    const user = await createTestUser(broken, { guilds: ['42'] });
    measureOften(broken.ctx);
    const warnings = () => broken.logged.filter((line) => line.includes('A host metric')).map(metricOf);
    const messages = await follow(broken.http, user);
    await expect.poll(() => warnings().toSorted()).toEqual(['drive', 'ftp']);
    const from = messages.length;
    await expect.poll(() => messages.length).toBeGreaterThan(from + 3);
    const { driveUsage, ramUsage } = (await ask(user, broken)).data;
    expect(driveUsage).toEqual({ total: 0, music: 0, ftp: 0, capacity: 0 });
    expect(ramUsage).toBeGreaterThan(0);
    expect(warnings()).toHaveLength(2);
  });

  it('may fail in any part without failing the whole', async () => {
    for (const name of ['cpu', 'ram', 'temp', 'drive', 'ftp', 'songs', 'tool'] as const) {
      const { now } = await createMonitor(app.ctx, { [name]: fail }).read();
      expect(now.host, name).toBe(hostname());
      expect(now.ramUsage > 0, name).toBe(name !== 'ram');
      expect(now.driveUsage.capacity > 0, name).toBe(name !== 'drive');
      expect(now.music.songs > 0, name).toBe(name !== 'songs');
      expect(now.music.ytDownloader.versionLocal !== null, name).toBe(name !== 'tool');
    }
  });

  it('is waited for shortly, and not asked again while it hangs', async () => {
    const drive = vi.fn<Meters['drive']>(() => new Promise<never>(() => undefined));
    const monitor = createMonitor(app.ctx, { drive });
    const { now } = await monitor.read();
    expect(now.driveUsage).toMatchObject({ total: 0, capacity: 0 });
    expect((await monitor.measure())?.now.ramUsage).toBeGreaterThan(0);
    expect(drive).toHaveBeenCalledTimes(1);
  });
});

describe('the samples', () => {
  it('follow the usage and are retained for ten minutes', async () => {
    const young = await createTestApp(settings);
    let load = 0;
    const monitor = createMonitor(young.ctx, { cpu: () => (load += 10) });
    for (let i = 0; i < 4; i += 1) {
      await monitor.measure();
      young.passMs(4 * 60_000);
    }
    const { samples, now } = await monitor.read();
    expect(samples.map(({ cpuUsage }) => cpuUsage)).toEqual([20, 30, 40]);
    expect(now.cpuUsage).toBe(40);
  });

  it('are all that is measured until someone looks', async () => {
    const tool = vi.fn<Meters['tool']>(() => ({ versionLocal: null, versionRemote: null, warnings: [] }));
    const monitor = createMonitor(app.ctx, { tool });
    expect(await monitor.measure()).toBeUndefined();
    expect(tool).not.toHaveBeenCalled();
    expect((await monitor.read()).samples).toHaveLength(1);
    expect(await monitor.measure()).toMatchObject({ now: { host: hostname() } });
  });
});

function metricOf(line: string): string {
  return (JSON.parse(line) as { metric: string }).metric;
}
