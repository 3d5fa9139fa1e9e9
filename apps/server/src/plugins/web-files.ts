import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { addApiHeader } from '../http/fixed-headers.ts';
import { allowPage, serviceWorkerPolicy, workerPolicy } from './headers.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.bcmap': 'application/octet-stream',
  '.pfb': 'application/octet-stream',
};

const socialCard = '/social-card.png';
const hashedCacheControl = 'public, max-age=31536000, immutable';

type WebFile = {
  type: string;
  etag: string;
  cacheControl: string;
  /** Of a worker, which does not have the policy of the page. */
  policy: string | undefined;
  plain: Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
};

/**
 * Serves the built web app from memory: it is small, and no path of a request ever becomes a path on the disk.
 * Every other path returns the app itself, which does the routing. `earlier` are files of earlier builds,
 * for pages that were opened before an update: name → path on the disk.
 */
export function webFilesPlugin(
  app: FastifyInstance,
  folder: string,
  config: Pick<Config, 'MUSIC_EMBED_URL' | 'PUBLIC_URL'>,
  earlier: ReadonlyMap<string, string> = new Map(),
): void {
  const frameOrigin = new URL(config.MUSIC_EMBED_URL).origin;
  const files = readFiles(folder);
  const index = files.get('/index.html');
  const build = index?.etag.replaceAll('"', '') ?? '';
  const page = index && nameSocialCard(index.plain.toString('utf8'), config).replaceAll('__BUILD__', build);
  files.delete('/index.html');
  const earlierFiles = new Map([...earlier].map(([name, path]) => [`/assets/${name}`, path]));
  // Lets an open page detect a newer version.
  if (page !== undefined) addApiHeader(app, 'x-web-build', build);

  // A route for each file would take as long to build as those of the API.
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const name = `/${request.params['*']}`;
    const file = files.get(name);
    if (file) return sendFile(request, reply, file);
    const earlierFile = earlierFiles.get(name);
    if (earlierFile !== undefined) return sendEarlier(reply, earlierFile);
    const isFile = extname(request.url.split('?')[0] ?? '') !== '' && !accepts(request, 'text/html');
    if (isFile || request.url === '/api' || request.url.startsWith('/api/')) return reply.callNotFound();
    if (page === undefined)
      return reply
        .status(503)
        .type('text/plain; charset=utf-8')
        .send('The web app is not built. `npm start` builds it.\n');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(page.replaceAll('__CSP_NONCE__', allowPage(reply, frameOrigin)));
  });
}

/** Sites that show a preview of a link want the whole address of its picture; only the operator knows it. */
function nameSocialCard(page: string, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  if (PUBLIC_URL === undefined) return page;
  const { href } = new URL(socialCard, PUBLIC_URL);
  return page.replaceAll(`content="${socialCard}"`, () => `content="${href}"`);
}

/** Rarely requested, so it is not cached in memory. */
async function sendEarlier(reply: FastifyReply, path: string): Promise<FastifyReply> {
  const content = await readFile(path).catch(() => undefined);
  if (content === undefined) {
    reply.callNotFound();
    return reply;
  }
  const policy = policyOf(path);
  if (policy !== undefined) reply.header('content-security-policy', policy);
  return reply
    .type(types[extname(path)] ?? 'application/octet-stream')
    .header('cache-control', hashedCacheControl)
    .send(content);
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  reply.headers({ etag: file.etag, 'cache-control': file.cacheControl, vary: 'accept-encoding' });
  if (file.policy !== undefined) reply.header('content-security-policy', file.policy);
  if (request.headers['if-none-match'] === file.etag) return reply.status(304).send();
  reply.type(file.type);
  if (file.br && accepts(request, 'br', 'accept-encoding')) return reply.header('content-encoding', 'br').send(file.br);
  if (file.gzip && accepts(request, 'gzip', 'accept-encoding'))
    return reply.header('content-encoding', 'gzip').send(file.gzip);
  return reply.send(file.plain);
}

function accepts(request: FastifyRequest, what: string, header: 'accept' | 'accept-encoding' = 'accept'): boolean {
  return request.headers[header]?.includes(what) === true;
}

function readFiles(folder: string): Map<string, WebFile> {
  const files = new Map<string, WebFile>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry);
    const type = types[extname(entry)];
    if (type && statSync(path).isFile())
      files.set(`/${relative(folder, path).split(sep).join('/')}`, readWebFile(path, type));
  }
  return files;
}

function readWebFile(path: string, type: string): WebFile {
  const plain = readFileSync(path);
  const isHashed = path.includes(`${sep}assets${sep}`);
  return {
    type,
    plain,
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    cacheControl: isHashed ? hashedCacheControl : 'no-cache',
    policy: policyOf(path),
    br: readIfThere(`${path}.br`),
    gzip: readIfThere(`${path}.gz`),
  };
}

function policyOf(path: string): string | undefined {
  if (/\.worker-[\w-]+\.js$/.test(path)) return workerPolicy;
  return basename(path) === 'service-worker.js' ? serviceWorkerPolicy : undefined;
}

function readIfThere(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}
