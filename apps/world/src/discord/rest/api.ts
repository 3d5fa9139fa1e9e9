import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { readBody } from '../http/body.ts';
import { jsonReply, type Reply } from '../http/reply.ts';
import type { Scene } from '../model/scene.ts';
import { handleRevocation, handleTokenRequest } from '../oauth/token-endpoint.ts';
import { DiscordError, refuse, refuseStatus } from './discord-error.ts';
import { findRoute, type Found } from './find-route.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';
import type { Call, Caller, Route } from './route.ts';

/** Handles requests below `/api`. */
export type Api = (request: IncomingMessage, url: URL) => Promise<Reply>;

const usualLimit = { calls: 50, perMs: 1_000 };

const forms = { 'POST /oauth2/token': handleTokenRequest, 'POST /oauth2/token/revoke': handleRevocation };

export function createApi(scene: Scene): Api {
  const limits = createRateLimits();
  return async (request, url) => {
    const method = request.method ?? 'GET';
    const path = url.pathname.replace(/^\/api(\/v10)?/, '');
    scene.recorder.note('apiCalls');
    if (path === '/oauth2/token') scene.recorder.note('tokenRequests');
    if (path === '/oauth2/token/revoke') scene.recorder.note('revocations');
    const reply = await handle(scene, limits, request, { method, path, query: url.searchParams }).catch(toReply);
    scene.recorder.noteCall({ method, path, status: reply.status });
    return reply;
  };
}

type Asked = { method: string; path: string; query: URLSearchParams };

async function handle(scene: Scene, limits: RateLimits, request: IncomingMessage, asked: Asked): Promise<Reply> {
  const text = await readBody(request);
  const name = `${asked.method} ${asked.path}`;
  const handleForm = Object.hasOwn(forms, name) ? forms[name as keyof typeof forms] : undefined;
  const fault = await faultFor(scene, asked.path);
  if (fault) return fault;
  if (text === undefined) throw refuseStatus(413, 'Request entity too large');
  if (handleForm) {
    const { status, body } = handleForm(scene, request, text);
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

/** Rate limits apply per channel, guild, webhook and token. */
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

const hugeBytes = 5 * 1024 * 1024;

/** The failure that a call of the API gets instead of a reply, if switched on. */
async function faultFor({ switches }: Scene, path: string): Promise<Reply | undefined> {
  const { faultsAt, slowMs, status, rubbish, rateLimited } = switches;
  if (faultsAt !== undefined && !path.includes(faultsAt)) return undefined;
  if (slowMs > 0) await wait(slowMs, undefined, { ref: false });
  if (rateLimited && (rateLimited.times ?? 1) > 0) {
    if (rateLimited.times !== undefined) rateLimited.times -= 1;
    return tooMany(rateLimited.retryAfterS, {});
  }
  if (status !== undefined) return jsonReply(status, { message: `${status}: Failing as switched`, code: 0 });
  if (rubbish === 'no-json') {
    return { status: 200, headers: { 'content-type': 'application/json' }, body: '<html>Bad gateway' };
  }
  if (rubbish === 'huge') return jsonReply(200, { message: 'x'.repeat(hugeBytes) });
  return undefined;
}

function tooMany(retryAfterS: number, headers: Record<string, string>): Reply {
  return jsonReply(
    429,
    { message: 'You are being rate limited.', retry_after: retryAfterS, global: false },
    { ...headers, 'retry-after': String(Math.ceil(retryAfterS)), 'x-ratelimit-scope': 'user' },
  );
}

function callerOf(scene: Scene, authorization: string | undefined): Caller {
  const [, kind = '', token = ''] = /^(Bot|Bearer) (\S+)$/.exec(authorization ?? '') ?? [];
  if (kind === 'Bot' && token === scene.application.botToken) return { kind: 'bot' };
  const grant = kind === 'Bearer' ? scene.grants.read(token) : undefined;
  const person = grant && scene.people.get(grant.personId);
  return person ? { kind: 'person', person, grant } : { kind: 'nobody' };
}

function checkCaller({ kind }: Caller, { who }: Route): void {
  const isWelcome = who === 'anyone' || (who === 'both' ? kind !== 'nobody' : kind === who);
  if (!isWelcome) throw refuseStatus(401, 'Unauthorized');
}
