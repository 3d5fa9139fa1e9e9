import { spawnSync } from 'node:child_process';
import { devices, type Browser, type Locator, type Page } from '@playwright/test';
import { expect, logIn, lookAs, openAs, test } from './journey.ts';
import { countPresses } from './presses.ts';
import { connectWorld, type World } from './world.ts';

let world: World;
test.beforeAll(async ({ browser }, { retry }) => {
  world = await connectWorld();
  if (retry > 0) await cleanUp(browser);
});
test.afterAll(() => world.close());

// One queue and one video site for all of them.
test.describe.configure({ mode: 'serial' });

/** What a try that failed has left. */
async function cleanUp(browser: Browser): Promise<void> {
  await world.video('reset');
  const page = await openAs(browser, 'admin');
  await page.goto('/skibapbot/music');
  const queue = page.getByRole('region', { name: 'Queue' });
  const isEmpty = queue.getByText('Nothing is playing. Send a video to start.');
  await expect(isEmpty.or(queue.getByRole('button', { name: 'Skip' }))).toBeVisible();
  for (const name of ['Clear', 'Skip']) {
    const button = queue.getByRole('button', { name });
    if (await button.isVisible()) await button.click();
  }
  await expect(isEmpty).toBeVisible();
  await page.context().close();
}

type VoiceReport = { channels: Record<string, { people: string[]; figures: { frames: number } }> };

async function framesHeard(): Promise<number> {
  const { channels } = await world.discord<VoiceReport>('voice');
  return channels['Lounge']?.figures.frames ?? 0;
}

async function enterUrl(page: Page, videoId: string): Promise<void> {
  await page.getByRole('radio', { name: 'URL' }).check({ force: true });
  await page.getByLabel('Video URL').fill(`https://www.youtube.com/watch?v=${videoId}&t=1`);
}

/** What ffprobe makes of a saved file: the kinds of its streams. */
function streamsOf(file: string): string[] {
  const { stdout } = spawnSync(
    'ffprobe',
    ['-v', 'error', '-show_entries', 'stream=codec_type', '-of', 'csv=p=0', file],
    {
      encoding: 'utf8',
    },
  );
  return stdout.trim().split(/\s+/).toSorted();
}

test('a member searches a song, looks at it and downloads it as audio and as video', async ({ page }) => {
  await lookAs(page, 'member');
  await page.goto('/skibapbot/music');
  await page.getByLabel('Search songs').fill('raptor');
  const song = page.getByRole('list', { name: 'Songs found' }).getByRole('button', { name: /^Raptor Run/ });
  // The first search starts yt-dlp cold.
  await expect(song).toContainText('0:20');
  await song.click();
  for (const { button, note, streams } of [
    { button: 'Download Audio', note: 'Audio downloaded.', streams: ['audio'] },
    { button: 'Download Video', note: 'Video downloaded.', streams: ['audio', 'video'] },
  ]) {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: button, exact: true }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toContain('Raptor Run');
    expect(streamsOf(await download.path())).toEqual(streams);
    await expect(page.getByText(note)).toBeVisible();
  }
  await page.reload();
  await expect(page.getByLabel('Search songs')).toHaveValue('raptor');
});

test('a download goes on while the page is reloaded, and a broken one says why', async ({ page }, { retry }) => {
  // Not one that a try before has downloaded.
  const [videoId, title] =
    retry === 0 ? (['TekSaddle_9', /Tek Saddle/] as const) : (['MetalMarch7', /Metal Run/] as const);
  await lookAs(page, 'member');
  await page.goto('/skibapbot/music');
  await world.video('switch', { id: videoId, switches: { bytesPerSecond: 2_000 } });
  await enterUrl(page, videoId);
  await page.getByRole('button', { name: 'Download Video' }).click();
  const bar = page.getByRole('progressbar', { name: /Download of/ });
  await expect(bar).toBeVisible();
  await page.reload();
  await expect(bar).toBeVisible();
  await world.video('reset');
  await expect(page.getByRole('link', { name: title })).toBeVisible();

  await world.video('switch', { id: 'GigaLullaby', switches: { page: 'missing' } });
  await enterUrl(page, 'GigaLullaby');
  await page.getByRole('button', { name: 'Download Audio' }).click();
  const downloads = page.getByRole('region', { name: 'Your downloads' });
  await expect(downloads.getByRole('alert')).toContainText('This video is not available.');
  await world.video('reset');
});

test('a video that is sent is heard in the voice channel, paused, skipped and taken back', async ({ page }) => {
  await lookAs(page, 'member');
  await page.goto('/skibapbot/music');
  await enterUrl(page, '');
  await page.getByLabel('Video URL').fill(' ');
  await page.getByRole('button', { name: 'Send Video' }).click();
  await expect(page.getByText('Enter the URL of a video.')).toBeVisible();

  const before = await framesHeard();
  await enterUrl(page, 'ObeliskHum1');
  await page.getByRole('button', { name: 'Send Video' }).click();
  const queue = page.getByRole('region', { name: 'Queue' });
  await expect(queue.getByText('Hum of the Blue Obelisk').first()).toBeVisible();
  await expect.poll(framesHeard).toBeGreaterThan(before + 100);
  await expect(queue.getByText(/Mira/).first()).toBeVisible();

  await queue.getByRole('button', { name: 'Pause' }).click();
  await expect(queue.getByRole('button', { name: 'Resume' })).toBeVisible();
  await queue.getByRole('button', { name: 'Resume' }).click();
  await enterUrl(page, 'DodoSunrise');
  await page.getByRole('button', { name: 'Send Video' }).click();
  await expect(queue.getByText('Dodo Sunrise').first()).toBeVisible();
  await queue.getByRole('button', { name: 'Skip' }).click();
  await expect(queue.getByText('Hum of the Blue Obelisk')).toBeHidden();
  await queue.getByRole('button', { name: 'Skip' }).click();
  await expect(queue.getByText('Nothing is playing. Send a video to start.')).toBeVisible();
});

test('songs are requested by slash command too, and hostile titles are shown as text', async ({ page, browser }) => {
  await lookAs(page, 'member');
  await page.goto('/skibapbot/music');
  const queue = page.getByRole('region', { name: 'Queue' });
  const options = { query: 'onerror' };
  await world.discord('command', { person: 'adam', channel: 'music', name: 'play', options, waitMs: 20_000 });
  await expect(queue.getByText('<img src=x onerror=alert(1)>').first()).toBeVisible();
  await expect(queue.getByText(/Adam/).first()).toBeVisible();
  const admin = await openAs(browser, 'admin');
  await admin.goto('/skibapbot/music');
  await admin.getByRole('region', { name: 'Queue' }).getByRole('button', { name: 'Skip' }).click();
  await expect(queue.getByText('Nothing is playing. Send a video to start.')).toBeVisible();
  await admin.context().close();
});

/** Drags with one finger, from the middle of one element to that of another. */
async function dragByFinger(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (start === null || end === null) throw new Error('What is dragged is not in view');
  const finger = await page.context().newCDPSession(page);
  const x = start.x + start.width / 2;
  const [startY, endY] = [start.y + start.height / 2, end.y + end.height / 2];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y: startY }] });
  for (const part of [0.2, 0.4, 0.6, 0.8, 1])
    await finger.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x, y: startY + (endY - startY) * part }],
    });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}

test('from Home on a phone, a song is added with two taps after typing; a finger reorders the queue', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    viewport: { width: 390, height: 844 },
    ...(baseURL !== undefined && { baseURL }),
  });
  const page = await context.newPage();
  const presses = await countPresses(page);
  await logIn(page, 'member');
  await page.goto('/');
  await page.getByLabel('Search songs').fill('a');
  const songs = page.getByRole('list', { name: 'Songs found' });
  await expect(songs.getByRole('listitem').nth(3)).toBeVisible();
  presses.restart();
  await songs.getByRole('button', { name: /^Add / }).first().tap();
  await expect(page.getByText(/^Sent .* to the queue\.$/)).toBeVisible();
  presses.expectAtMost(2);
  for (const added of [2, 3, 4]) {
    await songs.getByRole('button', { name: /^Add / }).first().tap();
    await expect(songs.getByRole('button', { name: /^Added / })).toHaveCount(added);
  }

  await page.goto('/skibapbot/music');
  const queue = page.getByRole('region', { name: 'Queue' });
  // The order of songs is only compared while none of them ends.
  await queue.getByRole('button', { name: 'Pause' }).tap();
  await expect(queue.getByRole('button', { name: 'Resume' })).toBeVisible();
  const rows = queue.getByRole('listitem');
  const titles = async () => (await rows.allInnerTexts()).map((text) => text.split('\n')[0]);
  await expect.poll(async () => (await titles()).length).toBeGreaterThan(1);
  // Rows become lower when their songs are there, and a finger would miss its handle.
  await expect(rows.filter({ hasText: 'downloading' })).toHaveCount(0);
  const before = await titles();
  const handles = queue.getByTitle('Drag to reorder');
  await handles.last().scrollIntoViewIfNeeded();
  await dragByFinger(page, handles.nth(1), handles.first());
  const swapped = [before[1], before[0], ...before.slice(2)];
  await expect.poll(titles).toEqual(swapped);
  // On a busy machine Chromium makes no click of a tap that follows a drag soon.
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(titles).toEqual(before);
  // What is shown may be ahead of what is stored.
  const stored = page.waitForResponse((reply) => reply.url().endsWith('/move'));
  await queue
    .getByRole('button', { name: /^Move .* down$/ })
    .first()
    .click();
  await expect.poll(titles).toEqual(swapped);
  await stored;
  await page.reload();
  await expect.poll(titles).toEqual(swapped);
  await queue.getByRole('button', { name: 'Clear' }).tap();
  await queue.getByRole('button', { name: 'Skip' }).tap();
  await expect(queue.getByText('Nothing is playing. Send a video to start.')).toBeVisible();
  await context.close();
});

test('the dashboard is live, and an Admin who updates the download tool sees what it said', async ({
  page,
  browser,
}) => {
  await lookAs(page, 'member');
  await page.goto('/skibapbot');
  await expect(page.getByText(/^yt-dlp \d{4}/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Update' })).toBeDisabled();
  const admin = await openAs(browser, 'admin');
  await admin.goto('/skibapbot');
  await admin.getByRole('button', { name: 'Update' }).click();
  await expect(admin.getByText(/is already the latest version\.$/)).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Update' })).toBeEnabled();
  await admin.context().close();
});
