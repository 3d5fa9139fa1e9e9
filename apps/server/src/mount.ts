import {
  routes,
  serverParam,
  type CallKey,
  type PartOutput,
  type ReplyOutput,
  type Route,
  type Routes,
} from '@tribehall/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastJson from 'fast-json-stringify';
import * as z from 'zod';
import type { Ctx } from './context.ts';
import { AppError } from './errors.ts';
import { inputSentence, invalidInput } from './invalid-input.ts';
import { authorize } from './modules/sessions/rights.service.ts';
import { authorizeToken, type Needed } from './modules/sessions/scopes.service.ts';
import { authenticate, type Caller, type Peer } from './modules/sessions/sessions.service.ts';
import { isPublicAddress } from './platform/egress/public-address.ts';
import { isLocalRequest } from './platform/peer/local-request.ts';
import { isOfAnotherUser } from './platform/peer/peer-user.ts';
import { CachedJson } from './platform/json/cached-json.ts';
import { RawJson } from './platform/json/raw-json.ts';
import { lazy } from './platform/lazy.ts';
import { StreamedList } from './platform/json/streamed-list.ts';
import { refuseOtherType } from './plugins/streamed-bodies.ts';
import { sendCached, sendJson } from './http/json-reply.ts';
import { withNullable } from './http/nullable-schema.ts';
import { sendList } from './http/streamed-reply.ts';

declare module 'fastify' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface FastifyRequest {
    /** Who makes the call, once it is admitted. */
    caller: Caller | undefined;
  }
}

/** An authorized request with decoded input. */
export type Call<Key extends CallKey> = {
  ctx: Ctx;
  params: PartOutput<Key, 'params'>;
  query: PartOutput<Key, 'query'>;
  body: PartOutput<Key, 'body'>;
  /** Public calls know their caller if a token was sent. */
  caller: Routes[Key]['right'] extends 'anyone' ? Caller | undefined : Caller;
  peer: Peer;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** A stream or raw reply is written by its handler. `RawJson` is sent as it is, a `StreamedList` while it is read. */
type HandlerReply<Key extends CallKey> = Routes[Key]['reply'] extends string
  ? void
  :
      | ReplyOutput<Key>
      | CachedJson<ReplyOutput<Key>>
      | RawJson
      | (ReplyOutput<Key> extends readonly (infer Item)[] ? StreamedList<Item> : never);
export type Mount = <Key extends CallKey>(
  key: Key,
  handler: (call: Call<Key>) => HandlerReply<Key> | Promise<HandlerReply<Key>>,
) => void;

type Handler = (call: Call<CallKey>) => unknown;

/** Binds contract routes to handlers: authorization, validation, the handler, the envelope. */
export function createMount(app: FastifyInstance, ctx: Ctx): { mount: Mount; refuseMissing: () => void } {
  const mounted = new Set<CallKey>();
  app.decorateRequest('caller', undefined);
  const mount = (key: CallKey, handler: Handler) => {
    if (mounted.has(key)) throw new Error(`${key} is mounted twice`);
    mounted.add(key);
    addRoute(app, ctx, key, handler);
  };
  return {
    mount,
    /** Every route of the contract needs a handler. */
    refuseMissing: () => {
      const missing = (Object.keys(routes) as CallKey[]).filter((key) => !mounted.has(key));
      if (missing.length > 0) throw new Error(`Nothing is mounted for ${missing.join(', ')}`);
    },
  };
}

function addRoute(app: FastifyInstance, ctx: Ctx, key: CallKey, handler: Handler): void {
  const route: Route = routes[key];
  const [method = '', path = ''] = key.split(' ');
  const { reply: replySchema } = route;
  const readInput = createInputReader(route);
  // Building all of them would take a fifth of a start.
  const serializer = lazy(() => buildSerializer(replySchema as z.ZodType));
  const status = route.isRedirect ? 302 : 200;
  const serialize = (data: unknown) => serializer()({ status, data });
  const send = (request: FastifyRequest, reply: FastifyReply, data: unknown): unknown => {
    if (typeof replySchema === 'string') return reply;
    if (data instanceof CachedJson) return sendCached(request, reply, data, serialize);
    if (data instanceof StreamedList) return sendList(request, reply, data);
    const text = data instanceof RawJson ? `{"status":${status},"data":${data.text}}` : serialize(data);
    return sendJson(request, reply, text);
  };
  app.route({
    method,
    url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}`,
    ...(route.maxBodyBytes ? { bodyLimit: route.maxBodyBytes } : {}),
    config: {
      ...(typeof route.body === 'string' ? { streamedBody: route.body } : {}),
      ...(route.isStrictJson ? { isStrictJson: true } : {}),
      ...(replySchema === 'stream' ? { isStream: true } : {}),
    },
    // Before the body is read: callers without the right cannot send one.
    // eslint-disable-next-line typescript/consistent-return -- Fastify waits for the promise, if there is one
    onRequest: (request, reply, done) => {
      const admitted = admit(ctx, path, route, request, reply);
      if (admitted) return admitted;
      done();
    },
    // Without promises where none is needed: each costs a small request a few percent.
    handler: (request, reply) => {
      const data = handler(new MountedCall(ctx, readInput(request), request, reply) as Call<CallKey>);
      return data instanceof Promise ? data.then((value) => send(request, reply, value)) : send(request, reply, data);
    },
  });
}

/** Lets a caller with the right to the route pass. */
function admit(
  ctx: Ctx,
  path: string,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): void | Promise<void> {
  if (route.right === 'anyone' && !(route.knowsCaller && request.headers.authorization !== undefined))
    return refuseBody(route, request);
  const isChange = request.method !== 'GET' && request.method !== 'HEAD';
  const found = authenticate(ctx, bearerToken(request), new RequestPeer(ctx, request), isChange);
  return whenDone(found, ({ caller, renewedToken }) => {
    if (renewedToken) reply.header('x-access-token', renewedToken);
    request.caller = caller;
    if (caller.token) authorizeToken(caller.token, neededOf(path, route, request));
    if (route.right === 'anyone') return refuseBody(route, request);
    const authorized = authorize(ctx, route.right, caller, request.params as Record<string, string>);
    return whenDone(authorized, () => refuseBody(route, request));
  });
}

function neededOf(path: string, { scope = 'none', isByTopic }: Route, { params }: FastifyRequest): Needed {
  const param = serverParam(path);
  return { scope, isByTopic, serverId: param && (params as Record<string, string>)[param] };
}

/** Goes on at once with a value, later with a promise. */
function whenDone<T, Next>(value: T | Promise<T>, work: (value: T) => Next | Promise<Next>): Next | Promise<Next> {
  return value instanceof Promise ? value.then((found) => work(found)) : work(value);
}

function refuseBody({ body }: Route, request: FastifyRequest): void {
  if (typeof body === 'string') refuseOtherType(request, body);
}

type Input = { params: unknown; query: unknown; body: unknown };

class MountedCall {
  readonly ctx: Ctx;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly caller: Caller | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;

  constructor(ctx: Ctx, { params, query, body }: Input, request: FastifyRequest, reply: FastifyReply) {
    this.ctx = ctx;
    this.params = params;
    this.query = query;
    this.body = body;
    this.caller = request.caller;
    this.request = request;
    this.reply = reply;
  }

  get peer(): Peer {
    return new RequestPeer(this.ctx, this.request);
  }
}

const maxDeviceCharacters = 300;

/** Few calls need to know more of their peer than its address. */
class RequestPeer implements Peer {
  readonly #ctx: Ctx;
  readonly #request: FastifyRequest;

  constructor(ctx: Ctx, request: FastifyRequest) {
    this.#ctx = ctx;
    this.#request = request;
  }

  get address(): string {
    return this.#request.ip;
  }

  get isLocal(): boolean {
    return isLocalRequest(this.#request.raw);
  }

  get isOfAnotherUser(): boolean {
    return isOfAnotherUser(this.#request.raw.socket);
  }

  /**
   * Strangers could claim it too, to have the higher limits: so only of a proxy on this machine or in a private network,
   * and only where no proxy is listed: beside one that is, any host of that network could.
   * With HOST=:: an IPv4 address is written as ::ffff:1.2.3.4.
   */
  get isShared(): boolean {
    const { headers, ip, socket } = this.#request;
    return (
      this.#ctx.config.TRUSTED_PROXIES.length === 0 &&
      'x-forwarded-for' in headers &&
      ip === socket.remoteAddress &&
      !isPublicAddress(ip.replace(/^::ffff:(?=\d+\.)/i, ''))
    );
  }

  get device(): string {
    return (this.#request.headers['user-agent'] ?? '').slice(0, maxDeviceCharacters);
  }
}

function bearerToken(request: FastifyRequest): string {
  const header = request.headers.authorization;
  if (header === undefined) throw new AppError('UNAUTHORIZED');
  const [scheme = '', token = ''] = header.split(' ');
  if (scheme.toLowerCase() !== 'bearer') throw new AppError('INVALID_TOKEN');
  return token;
}

const plainErrors = { error: inputSentence };

const noInput: Input = { params: undefined, query: undefined, body: undefined };

function createInputReader(route: Route): (request: FastifyRequest) => Input {
  const { params, query } = route;
  const body = typeof route.body === 'string' ? undefined : route.body;
  if (!params && !query && !body) return () => noInput;
  return (request) => {
    const inPath = parse(params, request.params);
    const inQuery = parse(query, request.query);
    const inBody = parse(body, request.body ?? {});
    if (inPath?.error || inQuery?.error || inBody?.error)
      throw invalidInput([inPath, inQuery, inBody].flatMap((result) => result?.error?.issues ?? []));
    return { params: inPath?.data, query: inQuery?.data, body: inBody?.data };
  };
}

/** Without plain errors, parsing takes a tenth of the time: they are written for what is refused. */
function parse(schema: z.ZodType | undefined, value: unknown): z.ZodSafeParseResult<unknown> | undefined {
  const result = schema?.safeParse(value);
  return result?.success === false ? schema?.safeParse(value, plainErrors) : result;
}

type Serialize = (reply: { status: number; data: unknown }) => string;

/** Writes `{ status, data }`. Keys that are not in the schema are dropped, so nothing is sent by accident. */
export function buildSerializer(data: z.ZodType): Serialize {
  const { $schema: _, ...schema } = z.toJSONSchema(data, { io: 'input', unrepresentable: 'any' });
  return fastJson({
    type: 'object',
    properties: { status: { type: 'integer' }, data: withNullable(schema) },
    required: ['status', 'data'],
  } as Parameters<typeof fastJson>[0]);
}
