import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Scene } from '../model/scene.ts';
import { handleConsent, authorizePage } from '../oauth/authorize-page.ts';
import { createPages, type Pages } from '../page/pages.ts';
import { createApi, type Api } from '../rest/api.ts';
import { readBody } from './body.ts';
import { iconPath, iconReply } from './guild-icon.ts';
import { send, type Reply } from './reply.ts';
import { isOwnHost, isOwnOrigin } from './visitors.ts';

/** One port for the API, the authorize page and the page to look at. The gateway joins by upgrade. */
export function createWebServer(scene: Scene): Server {
  const api = createApi(scene);
  const pages = createPages(scene);
  return createServer((request, response) => {
    void handle(scene, { api, pages }, request, response)
      .catch((error: unknown) => plain(500, (error as Error).message))
      .then((reply) => reply && send(response, reply));
  });
}

type Parts = { api: Api; pages: Pages };

async function handle(
  scene: Scene,
  { api, pages }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Reply | undefined> {
  if (!isOwnHost(request)) return plain(403, 'This Discord is for this machine alone.');
  const url = new URL(request.url ?? '/', 'http://discord.invalid');
  if (/^\/api(\/|$)/.test(url.pathname)) return api(request, url);
  if (request.method === 'GET' && url.pathname === iconPath(scene.guild.id)) return iconReply();
  if (request.method === 'GET' && url.pathname === '/oauth2/authorize') return authorizePage(scene, url.searchParams);
  if (request.method === 'GET') return pages.show(url, response);
  if (request.method !== 'POST') return plain(405, 'Only GET and POST.');
  if (!isOwnOrigin(request)) return plain(403, 'This form came from another page.');
  const text = await readBody(request).catch(() => undefined);
  if (text === undefined) return plain(413, 'Too long.');
  const form = new URLSearchParams(text);
  return url.pathname === '/oauth2/authorize' ? handleConsent(scene, form) : pages.act(url.pathname, form);
}

function plain(status: number, text: string): Reply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: `${text}\n` };
}
