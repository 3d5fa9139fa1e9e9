import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { startVideoSite } from '../../../../world/src/video/site.ts';
import { createMusicWorld, soon } from './music.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'tribehall-site-'));
const site = await startVideoSite({ folder });
const world = await createMusicWorld(site.settings);
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

// Three runs of a program that takes seconds to start.
it(
  'downloads what is due and what comes next with the real yt-dlp, and passes over what cannot be had',
  { timeout: 150_000 },
  async () => {
    site.switches.set({ media: 'missing' }, 'RaptorRun_2');
    const missing = await world.wish('RaptorRun_2');
    const first = await world.wish('DodoSunrise');
    const second = await world.wish('TekSaddle_9');
    world.startBot();
    const patience = { ...soon, timeout: 50_000 };
    await vi.waitFor(async () => {
      const { state, current, entries } = await world.read();
      expect({ state, current, entries }).toMatchObject({
        state: 'playing',
        current: { id: first, title: 'Dodo Sunrise', state: 'ready' },
        entries: [{ id: missing, state: 'failed' }, { id: second }],
      });
    }, patience);
    await world.plays();
    await vi.waitFor(async () => expect((await world.read()).entries[1]?.state).toBe('ready'), patience);
    expect((await world.read()).entries[0]?.error).toBe('This video is not available.');
  },
);
