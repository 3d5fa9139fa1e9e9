import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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
function startAt(web: string, days: number): ReadonlyMap<string, string> {
  const { earlier, storeCurrent } = openAssets(web, store, new Date(start + days * day));
  storeCurrent();
  return earlier;
}

function serve(web: string, days: number) {
  const app = Fastify();
  headersPlugin(app);
  errorsPlugin(app);
  webFilesPlugin(app, web, config, { earlier: startAt(web, days) });
  app.get('/api/x', () => ({}));
  return app;
}

describe('files of earlier builds', () => {
  it('stay served for a week after the update, however old they are', async () => {
    const first = build('first', 'page-AAAAAAAA.js', 'page-AAAAAAAA.css', 'same-CCCCCCCC.js');
    const second = build('second', 'page-BBBBBBBB.js', 'same-CCCCCCCC.js');
    startAt(first, 0);
    const updated = serve(second, 30);
    const script = await updated.inject('/assets/page-AAAAAAAA.js');
    expect([script.statusCode, script.body]).toEqual([200, '/* page-AAAAAAAA.js */']);
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await updated.inject('/assets/page-AAAAAAAA.css')).headers['content-type']).toBe('text/css; charset=utf-8');
    expect((await serve(second, 36.9).inject('/assets/page-AAAAAAAA.js')).statusCode).toBe(200);
    expect((await serve(second, 37.1).inject('/assets/page-AAAAAAAA.js')).statusCode).toBe(404);
    expect(existsSync(join(store, 'page-AAAAAAAA.js'))).toBe(false);
    expect((await serve(second, 38).inject('/assets/same-CCCCCCCC.js')).statusCode).toBe(200);
  });

  it('belong to the build again after a way back', () => {
    const first = build('first', 'page-AAAAAAAA.js');
    const second = build('second', 'page-BBBBBBBB.js');
    startAt(first, 0);
    startAt(second, 1);
    expect([...startAt(first, 5).keys()]).toEqual(['page-BBBBBBBB.js']);
    expect([...startAt(second, 9).keys()]).toEqual(['page-AAAAAAAA.js']);
  });

  it('survive a crash in the middle and a list that cannot be read', () => {
    startAt(build('first', 'page-AAAAAAAA.js'), 0);
    writeFileSync(join(store, 'page-BBBBBBBB.js.partial'), 'half');
    writeFileSync(join(store, 'replaced.json'), '{"page-AAAA');
    expect([...startAt(build('second', 'page-BBBBBBBB.js'), 1).keys()]).toEqual(['page-AAAAAAAA.js']);
    expect(readdirSync(store).toSorted()).toEqual(['page-AAAAAAAA.js', 'page-BBBBBBBB.js', 'replaced.json']);
  });
});

describe('the build', () => {
  it('is named in the page and in every response of the API', async () => {
    const first = serve(build('first', 'page-AAAAAAAA.js'), 0);
    const second = serve(build('second', 'page-BBBBBBBB.js'), 1);
    const named = (await first.inject('/api/x')).headers['x-web-build'];
    expect((await first.inject('/')).body).toContain(`content="${String(named)}"`);
    expect(named).toMatch(/^[\w-]{22}$/);
    expect((await second.inject('/api/nothing')).headers['x-web-build']).not.toBe(named);
  });
});
