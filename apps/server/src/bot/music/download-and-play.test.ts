import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { startVideoSite } from '../../../../world/src/video/site.ts';
import { serverRoot } from '../../platform/server-root.ts';
import { createMusicWorld } from './music.fixture.ts';

// With the clips of the journeys: songs that last until the next one is downloaded.
const site = await startVideoSite({ folder: join(serverRoot, '../../.cache/demo-clips') });
const world = await createMusicWorld(site.settings);
afterAll(() => site.stop());

// yt-dlp runs three times and takes seconds to start.
it(
  'downloads the current and the next song with the real yt-dlp, and skips one that is not available',
  { timeout: 150_000 },
  async () => {
    site.switches.set({ media: 'missing' }, 'RaptorRun_2');
    const missing = await world.request('RaptorRun_2');
    const first = await world.request('DodoSunrise');
    const second = await world.request('TekSaddle_9');
    world.startBot();
    await vi.waitFor(async () => {
      const { state, current, entries } = await world.read();
      expect({ state, current, entries }).toMatchObject({
        state: 'playing',
        current: { id: first, title: 'Dodo Sunrise', state: 'ready' },
        entries: [{ id: missing, state: 'failed' }, { id: second }],
      });
    });
    await world.plays();
    await vi.waitFor(async () => expect((await world.read()).entries[1]?.state).toBe('ready'));
    expect((await world.read()).entries[0]?.error).toBe('This video is not available.');
  },
);
