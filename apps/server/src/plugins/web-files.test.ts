import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { errorsPlugin } from './errors.ts';
import { headersPlugin } from './headers.ts';
import { webFilesPlugin } from './web-files.ts';
import type { SiteNames } from './web-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'tribehall-web-'));
const script = 'console.log("hello")'.repeat(50);
mkdirSync(join(folder, 'assets'));
writeFileSync(
  join(folder, 'index.html'),
  '<meta name="csp-nonce" content="__CSP_NONCE__"><meta property="og:image" content="/social-card.png">' +
    ['property="og:site_name" content="Tribehall"', 'property="og:title" content="Tribehall"']
      .concat(['name="description" content="A portal"', 'property="og:description" content="A portal"'])
      .map((meta) => `<meta ${meta}>`)
      .join(''),
);
writeFileSync(join(folder, 'assets/a-1234.js'), script);
writeFileSync(join(folder, 'assets/a-1234.js.br'), brotliCompressSync(script));
writeFileSync(join(folder, 'assets/a-1234.js.gz'), gzipSync(script));
writeFileSync(join(folder, 'assets/a-1234.js.map'), '{}');
writeFileSync(join(folder, 'assets/pdf.worker-1234.js'), script);
writeFileSync(join(folder, 'assets/jbig2-1234.wasm'), 'wasm');
writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
writeFileSync(join(folder, 'service-worker.js'), script);
writeFileSync(join(folder, 'offline-files.json'), '[]');
writeFileSync(join(folder, 'manifest.webmanifest'), '{}');
writeFileSync(join(folder, 'social-card.png'), 'png');

afterAll(() => rmSync(folder, { recursive: true }));

const config = { MUSIC_EMBED_URL: 'http://127.0.0.1:9000/embed/{videoId}?a=b', PUBLIC_URL: undefined };
const app = Fastify();
headersPlugin(app);
errorsPlugin(app);
webFilesPlugin(app, folder, config);

const policyAt = async (url: string) => String((await app.inject({ url })).headers['content-security-policy']);

describe('the web app', () => {
  it('is served on every path of its own, with a new nonce each time', async () => {
    const first = await app.inject({ url: '/arkbot/servers/x?y=1' });
    const second = await app.inject({ url: '/' });
    const [, nonce = ''] = /content="(.*?)"/.exec(first.body) ?? [];
    expect(first.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(first.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(second.body).not.toBe(first.body);
  });

  it('may frame the player of the video site and nothing else', async () => {
    const page = (await policyAt('/')).replace(/nonce-[\w-]{22}/, 'nonce-x').split('; ');
    expect(page).toEqual([
      "default-src 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "script-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "media-src 'self'",
      "font-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      "style-src 'self' 'nonce-x'",
      'frame-src http://127.0.0.1:9000',
    ]);
    expect(await policyAt('/favicon.svg')).not.toContain('frame-src');
  });

  it('lets its workers compile what they are handed, and do nothing else', async () => {
    const { headers } = await app.inject({ url: '/assets/pdf.worker-1234.js' });
    const again = await app.inject({
      url: '/assets/pdf.worker-1234.js',
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "script-src 'wasm-unsafe-eval'",
    ]);
    expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
    expect(await policyAt('/assets/a-1234.js')).not.toContain('wasm');
    expect((await app.inject({ url: '/assets/jbig2-1234.wasm' })).headers['content-type']).toBe('application/wasm');
  });

  it('lets the service worker fetch its files, and always serves the newest one', async () => {
    const { headers } = await app.inject({ url: '/service-worker.js' });
    expect(String(headers['content-security-policy']).split('; ').slice(5)).toEqual(["connect-src 'self'"]);
    expect(headers['cache-control']).toBe('no-cache');
    expect((await app.inject({ url: '/offline-files.json' })).headers['content-type']).toMatch('application/json');
  });

  it('comes compressed for who can read it', async () => {
    const br = await app.inject({ url: '/assets/a-1234.js', headers: { 'accept-encoding': 'gzip, br' } });
    const plain = await app.inject({ url: '/assets/a-1234.js' });
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(script);
    expect(br.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'accept-encoding',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(plain.body).toBe(script);
  });

  it('is not sent again while it is the same', async () => {
    const { headers } = await app.inject({ url: '/favicon.svg' });
    const again = await app.inject({ url: '/favicon.svg', headers: { 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(headers['cache-control']).toBe('no-cache');
  });

  it.each([
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/social-card.png', 'image/png'],
    ['/favicon.svg', 'image/svg+xml'],
  ])('serves %s as %s', async (url, type) => {
    const { statusCode, headers } = await app.inject({ url });
    expect([statusCode, headers['content-type']]).toEqual([200, type]);
  });

  it('names the social card by its whole address where that is known', async () => {
    const known = Fastify();
    webFilesPlugin(known, folder, { ...config, PUBLIC_URL: 'https://ark.test' });
    expect((await known.inject({ url: '/' })).body).toContain('content="https://ark.test/social-card.png"');
    expect((await app.inject({ url: '/' })).body).toContain('content="/social-card.png"');
  });

  it('tells sites that show previews of links what the community is called, and stays a page whatever that is', async () => {
    let names: SiteNames | undefined;
    const named = Fastify();
    webFilesPlugin(named, folder, config, { names: () => names });
    const page = async () => (await named.inject({ url: '/' })).body.replace(/content="[^"]*"/, '');
    const before = await page();
    names = { name: null, description: null };
    expect(await page()).toBe(before);
    names = { name: 'Obelisk "><script>', description: "$& two & 'more'" };
    expect(await page()).toBe(
      before
        .replaceAll('content="Tribehall"', () => 'content="Obelisk &quot;&gt;&lt;script&gt;"')
        .replaceAll('content="A portal"', () => 'content="$&amp; two &amp; &apos;more&apos;"'),
    );
    expect(await page()).not.toBe(before);
    names = { name: 'Ark', description: null };
    expect(await page()).toContain('<meta property="og:title" content="Ark">');
    expect(await page()).toContain('<meta name="description" content="A portal">');
  });

  it.each([
    '/assets/a-1234.js.map',
    '/assets/a-1234.js.br',
    '/assets/../package.json',
    '/%2e%2e/package.json',
    '/.env',
    '/.git/config',
    '/assets/missing.js',
  ])('gives nothing away at %s', async (url) => {
    const reply = await app.inject({ url, headers: { accept: '*/*' } });
    expect(reply.statusCode === 404 || reply.body.includes('csp-nonce'), `${reply.statusCode} ${reply.body}`).toBe(
      true,
    );
    expect(reply.body).not.toContain('tribehall');
  });

  it('reports each page that is opened, before which nobody can miss a file after an update', async () => {
    let opened = 0;
    const followed = Fastify();
    webFilesPlugin(followed, folder, config, { onPage: () => void (opened += 1) });
    await followed.inject({ url: '/assets/a-1234.js' });
    expect(opened).toBe(0);
    await followed.inject({ url: '/' });
    await followed.inject({ url: '/arkbot' });
    expect(opened).toBe(2);
  });

  it('goes on with what it has sent once where its folder is replaced by the next build', async () => {
    const replaced = mkdtempSync(join(tmpdir(), 'tribehall-web-'));
    mkdirSync(join(replaced, 'assets'));
    for (const name of ['sent-1234.js', 'a-1234.js', 'gone-1234.js'])
      writeFileSync(join(replaced, 'assets', name), script);
    const old = Fastify();
    errorsPlugin(old);
    webFilesPlugin(old, replaced, config, { storeFolder: join(folder, 'assets') });
    await old.inject({ url: '/assets/sent-1234.js' });
    rmSync(replaced, { recursive: true });
    const statusOf = async (name: string) => (await old.inject({ url: `/assets/${name}-1234.js` })).statusCode;
    expect(await Promise.all(['sent', 'a', 'gone'].map(statusOf))).toEqual([200, 200, 404]);
  });

  it('reports that it is not built', async () => {
    const bare = Fastify();
    webFilesPlugin(bare, '/nowhere', config);
    const reply = await bare.inject({ url: '/' });
    expect([reply.statusCode, reply.body]).toEqual([503, 'The web app is not built. `npm start` builds it.\n']);
  });
});
