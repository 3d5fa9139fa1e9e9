import type { IncomingMessage } from 'node:http';
import { readBody } from '../http/body.ts';
import { faultFor, tooMany } from '../http/faults.ts';
import { jsonReply, type Reply } from '../http/reply.ts';
import type { Scene } from '../model/scene.ts';
import { answerRevocation, answerTokenRequest } from '../oauth/token-endpoint.ts';
import { callerOf, checkCaller } from './callers.ts';
import { DiscordError, refuse, refuseStatus } from './discord-error.ts';
import { findRoute, type Found } from './find-route.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';
import type { Call } from './route.ts';

/** Answers what comes below `/api`. */
export type Api = (request: IncomingMessage, url: URL) => Promise<Reply>;

const usualLimit = { calls: 50, perMs: 1_000 };

const forms = { 'POST /oauth2/token': answerTokenRequest, 'POST /oauth2/token/revoke': answerRevocation };

export function createApi(scene: Scene): Api {
  const limits = createRateLimits();
  return async (request, url) => {
    const method = request.method ?? 'GET';
    const path = url.pathname.replace(/^\/api(\/v10)?/, '');
    scene.chronicle.note('apiCalls');
    if (path === '/oauth2/token') scene.chronicle.note('tokenRequests');
    if (path === '/oauth2/token/revoke') scene.chronicle.note('revocations');
    const reply = await answer(scene, limits, request, { method, path, query: url.searchParams }).catch(toReply);
    scene.chronicle.noteCall({ method, path, status: reply.status });
    return reply;
  };
}

type Asked = { method: string; path: string; query: URLSearchParams };

async function answer(scene: Scene, limits: RateLimits, request: IncomingMessage, asked: Asked): Promise<Reply> {
  const text = await readBody(request);
  const name = `${asked.method} ${asked.path}`;
  const answerForm = Object.hasOwn(forms, name) ? forms[name as keyof typeof forms] : undefined;
  const fault = await faultFor(scene, asked.path);
  if (fault) return fault;
  if (text === undefined) throw refuseStatus(413, 'Request entity too large');
  if (answerForm) {
    const { status, body } = answerForm(scene, request, text);
    return jsonReply(status, body);
  }

  const found = findRoute(asked.method, asked.path);
  if (!found) throw refuseStatus(404, 'Not Found');
  const caller = callerOf(scene, request.headers.authorization);
  checkCaller(caller, found.route);
  const verdict = limits.take(bucketOf(found, request), found.route.limit ?? usualLimit);
  if (!verdict.isAllowed) return tooMany(verdict.retryAfterS, verdict.headers);
  const call: Call = { scene, caller, params: found.params, query: asked.query, body: parse(text) };
  return run(found, call, verdict.headers);
}

async function run({ route }: Found, call: Call, headers: Record<string, string>): Promise<Reply> {
  try {
    const body = await route.handle(call);
    return body === undefined ? { status: 204, headers } : jsonReply(200, body, headers);
  } catch (error) {
    const reply = toReply(error);
    return { ...reply, headers: { ...reply.headers, ...headers } };
  }
}

/** Every channel, guild and webhook has limits of its own, and every token. */
function bucketOf({ name, params }: Found, { headers }: IncomingMessage): string {
  const major = [params['channel'], params['guild'], params['token']].filter(Boolean);
  return [name, ...major, headers.authorization ?? ''].join(' ');
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw refuse('RequestBodyContainsInvalidJSON');
  }
}

function toReply(error: unknown): Reply {
  if (error instanceof DiscordError) return jsonReply(error.status, error.body);
  return jsonReply(500, { message: '500: Internal Server Error', code: 0 });
}
