import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  apiHeaders,
  bytesOf,
  createLocalFiles,
  makeVideo,
  progressOf,
  uploadByScript,
  uploadRow,
  type LocalFiles,
} from './files.fixture.ts';
import { expect, logIn, openAs, test } from './journey.ts';

let local: LocalFiles;
test.beforeAll(() => {
  local = createLocalFiles();
});
test.afterAll(() => local.clear());

const url = () => process.env['E2E_URL'] ?? '';

test('an Admin uploads a directory, finds it in the list, deletes a file and takes that back', async ({ page }) => {
  const mark = `maps-${randomBytes(3).toString('hex')}`;
  local.write(`${mark}/readme.txt`, 'Hello survivors');
  local.write(`${mark}/islands/the island ü 語.png`, randomBytes(300_000));
  local.write(`${mark}/islands/"quoted" <b>.json`, '{"a":[1,2]}');
  local.write(`${mark}/empty.txt`, '');
  local.write(`${mark}/.DS_Store`, 'not worth it');
  await logIn(page, 'admin');
  await page.goto('/files');
  await page.getByRole('radio', { name: 'Admins' }).check({ force: true });
  await page.getByLabel('Directory to upload').setInputFiles(path.join(local.folder, mark));
  await expect(page.getByText('4 files uploaded').first()).toBeVisible();
  const row = uploadRow(page, 'readme.txt');
  await expect(row).toContainText(/ID [\w-]{36} · Uploaded · .* · Admins/);
  await expect(page.getByText('.DS_Store')).toBeVisible();

  await page.getByRole('searchbox').fill(mark);
  const table = page.getByRole('table', { name: 'Files' });
  await expect(table.getByRole('row')).toHaveCount(5);
  await expect(table.getByRole('link', { name: `${mark}/islands/the island ü 語.png` })).toBeVisible();
  await table.getByRole('button', { name: 'Size' }).click();
  await expect(table.getByRole('row').last()).toContainText('empty.txt');

  await table.getByRole('button', { name: /^Delete .*empty\.txt/ }).click();
  await expect(table.getByRole('row')).toHaveCount(4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(table.getByRole('row')).toHaveCount(5);

  const other = await openAs(page.context().browser() ?? fail(), 'owner');
  await other.goto(`/files?search=${mark}`);
  await expect(other.getByRole('table', { name: 'Files' }).getByRole('row')).toHaveCount(5);
  await table.getByRole('combobox', { name: /readme\.txt/ }).selectOption('Private');
  await expect(other.getByRole('table', { name: 'Files' }).getByRole('row')).toHaveCount(4);
  await other.context().close();
});

test('an upload cut off in the middle goes on after a reload, when the file is chosen again', async ({ page }) => {
  const content = randomBytes(24 * 1024 * 1024);
  const file = local.write(`cut-${randomBytes(3).toString('hex')}.bin`, content);
  const name = path.basename(file);
  await logIn(page, 'admin');
  await page.goto('/files');
  const session = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 4 * 1024 * 1024 };
  await session.send('Network.emulateNetworkConditions', slow);
  await page.getByLabel('Files to upload').setInputFiles(file);
  const bar = page.getByRole('progressbar', { name: new RegExp(`Upload of .*${name}`) });
  await expect.poll(() => progressOf(bar)).toBeGreaterThan(6e6);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await session.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });

  const uploadedPart = page.getByRole('progressbar', { name: new RegExp(`Uploaded part of .*${name}`) });
  await expect.poll(() => progressOf(uploadedPart)).toBeGreaterThan(1e6);
  const sent: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(Number(request.headers()['upload-offset']));
  });
  await page.getByLabel(new RegExp(`^File .*${name}`)).setInputFiles(file);
  await expect(uploadRow(page, name)).toContainText('Uploaded');
  expect(sent[0]).toBeGreaterThan(1e6);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: new RegExp(`^Download .*${name}`) }).click();
  expect((await bytesOf(await saved)).equals(content)).toBe(true);
});

test('a file shared publicly is opened without a login; made private it is gone for everyone else', async ({
  page,
  browser,
}) => {
  const picture = readFileSync(path.resolve(import.meta.dirname, '../docs/pictures/landing.png'));
  await logIn(page, 'admin');
  const headers = await apiHeaders(url(), 'admin');
  const fileId = await uploadByScript(url(), headers, { name: 'Ünïcode 語 (map).png', content: picture });

  const context = await browser.newContext({ baseURL: url() });
  const visitor = await context.newPage();
  await visitor.goto(`/files/${fileId}`);
  await expect(visitor.getByRole('heading', { name: 'Ünïcode 語 (map).png', level: 1 })).toBeVisible();
  const image = visitor.getByRole('img', { name: /map/ });
  await expect.poll(() => image.evaluate((node) => (node as HTMLImageElement).naturalWidth)).toBeGreaterThan(100);
  const saved = visitor.waitForEvent('download');
  await visitor.getByRole('button', { name: 'Download' }).click();
  const download = await saved;
  expect(download.suggestedFilename().normalize('NFC')).toMatch(/^Ünïcode 語 .map.\.png$/);
  expect((await bytesOf(download)).equals(picture)).toBe(true);
  const oldLink = download.url();

  await page.goto(`/files/${fileId}`);
  await page.getByRole('combobox', { name: 'Who can open this file' }).selectOption('Private');
  await expect.poll(async () => (await fetch(oldLink)).status).toBe(404);
  await visitor.reload();
  await expect(visitor.getByRole('alert')).toContainText('There is no such file');
  await visitor.getByRole('link', { name: 'log in', exact: true }).click();
  await expect(visitor).toHaveURL(/\/login\?redirect=/);
  await context.close();
});

test('a video plays, and seeking fetches only the part that is looked at', async ({ page }) => {
  const file = path.join(local.folder, 'seek.webm');
  makeVideo(file);
  await logIn(page, 'admin');
  const fileId = await uploadByScript(url(), await apiHeaders(url(), 'admin'), {
    name: 'seek.webm',
    content: readFileSync(file),
  });
  const ranges: (string | undefined)[] = [];
  page.on('response', (response) => {
    if (response.url().includes(`/files/${fileId}/content`) && response.status() === 206)
      ranges.push(response.headers()['content-range']);
  });
  await page.goto(`/files/${fileId}`);
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((node) => (node as HTMLVideoElement).duration)).toBeGreaterThan(29);
  const frame = await video.evaluate(async (node) => {
    const element = node as HTMLVideoElement;
    const seeked = new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }));
    element.currentTime = 24;
    await seeked;
    return element.currentTime;
  });
  expect(frame).toBeCloseTo(24, 0);
  expect(ranges.length).toBeGreaterThan(0);
  expect(ranges.every((range) => /^bytes \d+-\d+\/\d+$/.test(range ?? ''))).toBe(true);
});

test('text, JSON and PDF are shown; what would run is only text', async ({ page }) => {
  await logIn(page, 'admin');
  const headers = await apiHeaders(url(), 'admin');
  const upload = (name: string, content: string | Buffer) => uploadByScript(url(), headers, { name, content });
  const attack = '<svg xmlns="http://www.w3.org/2000/svg" onload="window.ran=1"><script>window.ran=1</script></svg>';

  await page.goto(`/files/${await upload('settings.json', '{"server":{"name":"The Island"}}')}`);
  await expect(page.locator('pre')).toContainText('{\n  "server": {\n    "name": "The Island"');

  await page.goto('about:blank');
  await page.setContent('<h1>Rules of the obelisk</h1><p>No building on bridges.</p>');
  const pdf = await page.pdf({ format: 'A5' });
  await page.goto(`/files/${await upload('page.pdf', pdf)}`);
  const canvas = page.locator('canvas').first();
  await expect
    .poll(() =>
      canvas.evaluate((node) => {
        const { width, height } = node as HTMLCanvasElement;
        const pixels = (node as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
        return new Set(pixels).size;
      }),
    )
    .toBeGreaterThan(8);

  for (const name of ['attack.svg', 'attack.html', 'attack.js', 'attack.xml']) {
    const fileId = await upload(name, name.endsWith('.js') ? 'window.ran=1' : attack);
    await page.goto(`/files/${fileId}`);
    await expect(page.locator('pre')).toContainText('window.ran=1');
    expect((await page.request.post(`/api/files/${fileId}/view`, { headers })).status()).toBe(400);
    const reply = await page.request.post(`/api/files/${fileId}/download`, { headers });
    const { data } = (await reply.json()) as { data: { url: string } };
    const saved = page.waitForEvent('download');
    await page.evaluate((address) => location.assign(address), data.url);
    expect((await saved).suggestedFilename()).toBe(name);
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  }
  const binary = await upload('unknown.bin', Buffer.from([0, 1, 2, 255]));
  await page.goto(`/files/${binary}`);
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

function fail(): never {
  throw new Error('There is no browser.');
}
