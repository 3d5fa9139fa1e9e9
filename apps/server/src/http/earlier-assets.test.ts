import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAssets } from './earlier-assets.ts';
import { errorsPlugin } from '../plugins/errors.ts';
import { headersPlugin } from '../plugins/headers.ts';
import { webFilesPlugin } from '../plugins/web-files.ts';

const day = 24 * 3600_000;
const start = new Date('2026-03-01T12:00:00Z').getTime();
const config = { MUSIC_EMBED_URL: 'http://127.0.0.1:9000/embed/{videoId}', PUBLIC_URL: undefined };
let folder: string;
let store: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tribehall-assets-'));
  store = join(folder, 'store');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A build with these assets, in a folder of its own. */
function build(name: string, ...assets: string[]): string {
  const web = join(folder, name);
  mkdirSync(join(web, 'assets'), { recursive: true });
  writeFileSync(join(web, 'index.html'), `<meta name="build" content="__BUILD__"> ${name}`);
  for (const asset of assets) writeFileSync(join(web, 'assets', asset), `/* ${asset} */`);
  return web;
}

/** Starts a portal, whose pages are opened. */
async function startAt(web: string, days: number): Promise<ReadonlyMap<string, string>> {
  const { earlier, storeCurrent } = openAssets(web, store, new Date(start + days * day));
  await storeCurrent();
  return earlier;
}

async function serve(web: string, days: number) {
  const app = Fastify();
  headersPlugin(app);
  errorsPlugin(app);
  webFilesPlugin(app, web, config, { earlier: await startAt(web, days) });
  app.get('/api/x', () => ({}));
  return app;
}

describe('files of earlier builds', () => {
  it('stay served for a week after the update, however old they are', async () => {
    const first = build('first', 'page-AAAAAAAA.js', 'page-AAAAAAAA.css', 'same-CCCCCCCC.js');
    const second = build('second', 'page-BBBBBBBB.js', 'same-CCCCCCCC.js');
    await startAt(first, 0);
    const updated = await serve(second, 30);
    const script = await updated.inject('/assets/page-AAAAAAAA.js');
    expect([script.statusCode, script.body]).toEqual([200, '/* page-AAAAAAAA.js */']);
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await updated.inject('/assets/page-AAAAAAAA.css')).headers['content-type']).toBe('text/css; charset=utf-8');
    expect((await (await serve(second, 36.9)).inject('/assets/page-AAAAAAAA.js')).statusCode).toBe(200);
    expect((await (await serve(second, 37.1)).inject('/assets/page-AAAAAAAA.js')).statusCode).toBe(404);
    expect(existsSync(join(store, 'page-AAAAAAAA.js'))).toBe(false);
    expect((await (await serve(second, 38)).inject('/assets/same-CCCCCCCC.js')).statusCode).toBe(200);
  });

  it('belong to the build again after a way back', async () => {
    const first = build('first', 'page-AAAAAAAA.js');
    const second = build('second', 'page-BBBBBBBB.js');
    await startAt(first, 0);
    await startAt(second, 1);
    expect([...(await startAt(first, 5)).keys()]).toEqual(['page-BBBBBBBB.js']);
    expect([...(await startAt(second, 9)).keys()]).toEqual(['page-AAAAAAAA.js']);
  });

  it('survive a crash in the middle and a list that cannot be read', async () => {
    await startAt(build('first', 'page-AAAAAAAA.js'), 0);
    writeFileSync(join(store, 'page-BBBBBBBB.js.partial'), 'half');
    writeFileSync(join(store, 'replaced.json'), '{"page-AAAA');
    expect([...(await startAt(build('second', 'page-BBBBBBBB.js'), 1)).keys()]).toEqual(['page-AAAAAAAA.js']);
    expect(readdirSync(store).toSorted()).toEqual(['page-AAAAAAAA.js', 'page-BBBBBBBB.js', 'replaced.json']);
  });

  it('are stored without those that the next build has replaced already', async () => {
    const web = build('first', 'gone-AAAAAAAA.js', 'page-AAAAAAAA.js');
    const { storeCurrent } = openAssets(web, store, new Date(start));
    rmSync(join(web, 'assets/gone-AAAAAAAA.js'));
    await storeCurrent();
    expect(readdirSync(store).toSorted()).toEqual(['page-AAAAAAAA.js', 'replaced.json']);
  });

  it('are stored one by one, and the rest when it is tried again after a failure', async () => {
    const web = build('first', 'page-AAAAAAAA.js', 'page-BBBBBBBB.js');
    const { storeCurrent } = openAssets(web, store, new Date(start));
    const [first = '', second = ''] = readdirSync(join(web, 'assets'));
    // A folder in place of the file that is written.
    mkdirSync(join(store, `${second}.partial`));
    const stored = storeCurrent();
    expect(readdirSync(store)).not.toContain(first);
    await expect(stored).rejects.toThrow('EISDIR');
    const { ino } = statSync(join(store, first));
    rmdirSync(join(store, `${second}.partial`));
    await storeCurrent();
    expect(readdirSync(store)).toContain(second);
    expect(statSync(join(store, first)).ino).toBe(ino);
  });

  it('are stored up to the current one when the portal stops', async () => {
    const web = build('first', 'page-AAAAAAAA.js', 'page-BBBBBBBB.js');
    const { storeCurrent, stop } = openAssets(web, store, new Date(start));
    const stored = storeCurrent();
    await stop();
    const [first] = readdirSync(join(web, 'assets'));
    expect(readdirSync(store).toSorted()).toEqual([first, 'replaced.json']);
    await stored;
  });
});

describe('the build', () => {
  it('is named in the page and in every response of the API', async () => {
    const first = await serve(build('first', 'page-AAAAAAAA.js'), 0);
    const second = await serve(build('second', 'page-BBBBBBBB.js'), 1);
    const named = (await first.inject('/api/x')).headers['x-web-build'];
    expect((await first.inject('/')).body).toContain(`content="${String(named)}"`);
    expect(named).toMatch(/^[\w-]{22}$/);
    expect((await second.inject('/api/nothing')).headers['x-web-build']).not.toBe(named);
  });
});
