import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { buildApp } from '../../../app.ts';
import { runningPrograms } from '../../../testing/running-programs.ts';
import { restarted } from '../../../testing/test-app.ts';
import { musicCalls, startMusicTest } from '../music.fixture.ts';
import { endOrphanedWork, readProgress } from './work.service.ts';

const music = await startMusicTest();
const { app, site } = music;

const programs = () => runningPrograms().filter((line) => line.includes(music.dataDir));

it('ends orphaned work of a portal that was killed, and removes its files', async () => {
  site.switches.set({ bytesPerSecond: 3000 });
  const member = await music.member();
  const { data } = await music.download(member, 'DodoSunrise');
  const waiting = await music.download(member, 'RaptorRun_2');
  await vi.waitFor(() => expect(music.partials().some((name) => name.includes('song'))).toBe(true));
  await app.http.close();
  await vi.waitFor(() => expect(programs()).toEqual([]));

  site.switches.reset();
  const again = buildApp(restarted(app.ctx, { ...app.ctx.config }), '/nowhere');
  const calls = musicCalls(again);
  await vi.waitFor(async () => {
    const list = await calls.call<{ state: string }[]>(member, 'GET', '/downloads');
    expect(list.data.map(({ state }) => state)).toEqual(['failed', 'failed']);
  }, 10_000);
  await vi.waitFor(() => expect(music.partials()).toEqual([]));
  for (const { eventId } of [data, waiting.data]) {
    const stream = await again.http.inject({ url: `/api/events/${eventId}`, headers: member.headers });
    expect(stream.body).toContain('The portal was restarted during this download. Please start it again.');
    expect(stream.body).toContain('"event":"close"');
  }

  const { data: retried } = await calls.download(member, 'DodoSunrise');
  await vi.waitFor(async () => {
    const list = await calls.call<{ eventId: string; state: string }[]>(member, 'GET', '/downloads');
    expect(list.data.find(({ eventId }) => eventId === retried.eventId)?.state).toBe('done');
  }, 20_000);
  await again.http.close();
});

it('is cancelled from another portal, and ended where its own has gone silent', async () => {
  const config = { ...app.ctx.config, DATA_DIR: join(music.dataDir, 'one') };
  const one = buildApp(restarted(app.ctx, config), '/nowhere');
  const other = buildApp(restarted(app.ctx, { ...config, DATA_DIR: join(music.dataDir, 'other') }), '/nowhere');
  site.switches.set({ bytesPerSecond: 3000 });
  const member = await music.member();
  const { data } = await musicCalls(one).download(member, 'GigaLullaby');
  await vi.waitFor(() => expect(programs().length).toBeGreaterThan(0));
  expect((await musicCalls(other).cancel(member, data.eventId)).status).toBe(200);
  await vi.waitFor(() => expect(programs()).toEqual([]));

  const { data: orphaned } = await musicCalls(one).download(member, 'TekSaddle_9');
  await one.http.close();
  const sweep = () => endOrphanedWork(app.ctx, { silentSince: new Date(app.ctx.clock().getTime() - 600_000) });
  await sweep();
  expect(await readProgress(app.ctx, orphaned.eventId)).toMatchObject({ isLoading: true });
  app.passMs(601_000);
  await sweep();
  expect(await readProgress(app.ctx, orphaned.eventId)).toMatchObject({
    isLoading: false,
    error: 'The portal was restarted during this download. Please start it again.',
  });
  await other.http.close();
});
