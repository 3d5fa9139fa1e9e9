import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { addApiHeader } from '../http/fixed-headers.ts';
import { namedPages, type SiteNames } from './web-page.ts';
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
  plain: Contents;
  br: Contents | undefined;
  gzip: Contents | undefined;
};

/** Undefined where the file is gone. */
type Contents = () => Buffer | Promise<Buffer | undefined>;

export type WebAssets = {
  /** Files of earlier builds, for pages that were opened before an update: name → path on the disk. */
  earlier?: ReadonlyMap<string, string>;
  /** Where those of this build are stored, too, for when the next one has replaced them. */
  storeFolder?: string;
  /** A page is opened. */
  onPage?: () => void;
};

/** `names` are those of the community. */
type WebFilesOptions = WebAssets & { names?: () => SiteNames | undefined };

/**
 * Serves the built web app from memory, where each file is from its first request on: it is small, and no path of a
 * request ever becomes a path on the disk. Every other path returns the app itself, which does the routing.
 */
export function webFilesPlugin(
  app: FastifyInstance,
  folder: string,
  config: Pick<Config, 'MUSIC_EMBED_URL' | 'PUBLIC_URL'>,
  { earlier = new Map(), storeFolder, names = () => undefined, onPage }: WebFilesOptions = {},
): void {
  const frameOrigin = new URL(config.MUSIC_EMBED_URL).origin;
  const files = readFiles(folder);
  const index = readIfThere(join(folder, 'index.html'));
  const build = index ? hashOf(index) : '';
  const page = index && namedPages(nameSocialCard(index.toString('utf8'), config).replaceAll('__BUILD__', build));
  files.delete('/index.html');
  const earlierFiles = new Map([...earlier].map(([name, path]) => [`/assets/${name}`, path]));
  // Lets an open page detect a newer version.
  if (page !== undefined) addApiHeader(app, 'x-web-build', build);

  // A route for each file would take as long to build as those of the API.
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const name = `/${request.params['*']}`;
    const file = files.get(name);
    if (file) return sendFile(request, reply, file, storeFolder && join(storeFolder, basename(name)));
    const earlierFile = earlierFiles.get(name);
    if (earlierFile !== undefined) return sendEarlier(reply, earlierFile);
    const isFile = extname(request.url.split('?')[0] ?? '') !== '' && !accepts(request, 'text/html');
    if (isFile || request.url === '/api' || request.url.startsWith('/api/')) return reply.callNotFound();
    if (page === undefined)
      return reply
        .status(503)
        .type('text/plain; charset=utf-8')
        .send('The web app is not built. `npm start` builds it.\n');
    onPage?.();
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(page(names()).replaceAll('__CSP_NONCE__', allowPage(reply, frameOrigin)));
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

/** The next build may have replaced this one, with files that were not requested yet: those are sent from the store. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: WebFile,
  storedPath?: string,
): Promise<FastifyReply> {
  if (request.headers['if-none-match'] === file.etag) return replyHeaders(reply, file).status(304).send();
  const br = accepts(request, 'br', 'accept-encoding') ? await file.br?.() : undefined;
  if (br) return replyHeaders(reply, file).type(file.type).header('content-encoding', 'br').send(br);
  const gzip = accepts(request, 'gzip', 'accept-encoding') ? await file.gzip?.() : undefined;
  if (gzip) return replyHeaders(reply, file).type(file.type).header('content-encoding', 'gzip').send(gzip);
  const plain = await file.plain();
  if (plain) return replyHeaders(reply, file).type(file.type).send(plain);
  if (storedPath !== undefined) return sendEarlier(reply, storedPath);
  reply.callNotFound();
  return reply;
}

function replyHeaders(reply: FastifyReply, { etag, cacheControl, policy }: WebFile): FastifyReply {
  reply.headers({ etag, 'cache-control': cacheControl, vary: 'accept-encoding' });
  return policy === undefined ? reply : reply.header('content-security-policy', policy);
}

function accepts(request: FastifyRequest, what: string, header: 'accept' | 'accept-encoding' = 'accept'): boolean {
  return request.headers[header]?.includes(what) === true;
}

/** Hundreds, of which a portal is asked for a few. */
function readFiles(folder: string): Map<string, WebFile> {
  const names = new Set(listFiles(folder));
  return new Map([...names].flatMap((name) => readWebFile(folder, name, names)));
}

/** Below the folder, with a slash at the start. */
function listFiles(folder: string, below = ''): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const name = `${below}/${entry.name}`;
    return entry.isDirectory() ? listFiles(folder, name) : [name];
  });
}

function readWebFile(folder: string, name: string, names: ReadonlySet<string>): [string, WebFile][] {
  const type = types[extname(name)];
  if (type === undefined) return [];
  const path = join(folder, name);
  // What is behind a name with a hash in it stays the same. The others must be of the same build.
  const isHashed = name.startsWith('/assets/');
  const read = isHashed ? readLater : readNow;
  const compressed = (ending: string) => (names.has(`${name}${ending}`) ? read(`${path}${ending}`) : undefined);
  const file: WebFile = {
    type,
    etag: `"${isHashed ? basename(name) : hashOf(readFileSync(path))}"`,
    cacheControl: isHashed ? hashedCacheControl : 'no-cache',
    policy: policyOf(path),
    plain: read(path),
    br: compressed('.br'),
    gzip: compressed('.gz'),
  };
  return [[name, file]];
}

function readNow(path: string): Contents {
  const content = readFileSync(path);
  return () => content;
}

/** At the first request. */
function readLater(path: string): Contents {
  let content: Buffer | undefined;
  return async () => (content ??= await readFile(path).catch(undefinedIfGone));
}

function undefinedIfGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('base64url').slice(0, 22);

function policyOf(path: string): string | undefined {
  if (/\.worker-[\w-]+\.js$/.test(path)) return workerPolicy;
  return basename(path) === 'service-worker.js' ? serviceWorkerPolicy : undefined;
}

function readIfThere(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}
