import { randomBytes } from 'node:crypto';
import { bytesOf, createLocalFiles, progressOf, uploadRow } from './files.fixture.ts';
import { expect, logIn } from './journey.ts';
import { test } from './own-portal.ts';

test('an upload goes on by itself after the portal was killed and started again', async ({ browser, own }) => {
  test.setTimeout(120_000);
  const local = createLocalFiles();
  try {
    const portal = await own.open();
    const context = await browser.newContext({ baseURL: portal.url });
    const page = await context.newPage();
    await logIn(page, 'admin');
    await page.goto('/files');
    const content = randomBytes(32 * 1024 * 1024);
    const file = local.write('world backup.ark', content);
    const session = await context.newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 4 * 1024 * 1024 };
    await session.send('Network.emulateNetworkConditions', slow);
    await page.getByLabel('Files to upload').setInputFiles(file);
    const bar = page.getByRole('progressbar', { name: /Upload of .*world backup/ });
    await expect.poll(() => progressOf(bar)).toBeGreaterThan(12e6);

    await portal.kill('SIGKILL');
    await expect(uploadRow(page, 'world backup')).toContainText('Trying again');
    const offsets: number[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
    });
    await own.startPortal();
    await session.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
    await expect(uploadRow(page, 'world backup')).toContainText('Uploaded');
    // Not from the start: what was safe is not sent again.
    expect(offsets[0]).toBeGreaterThan(1e6);

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download .*world backup/ }).click();
    expect((await bytesOf(await saved)).equals(content)).toBe(true);
    await context.close();
  } finally {
    local.clear();
  }
});
