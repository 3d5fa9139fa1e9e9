import { routes, type CallKey, type PartOutput, type ReplyOutput, type Route, type Routes } from '@tribehall/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastJson from 'fast-json-stringify';
import * as z from 'zod';
import type { Ctx } from './context.ts';
import { AppError } from './errors.ts';
import { inputSentence, invalidInput } from './invalid-input.ts';
import { authorize } from './modules/sessions/rights.service.ts';
import { authenticate, type Caller, type Peer } from './modules/sessions/sessions.service.ts';
import { isLocalRequest } from './platform/local-request.ts';
import { RawJson } from './platform/json/raw-json.ts';
import { StreamedList } from './platform/json/streamed-list.ts';
import { sendText } from './http/compression.ts';
import { refuseOtherType } from './plugins/streamed-bodies.ts';
import { sendList } from './http/streamed-reply.ts';

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
  : ReplyOutput<Key> | RawJson | (ReplyOutput<Key> extends readonly (infer Item)[] ? StreamedList<Item> : never);
export type Mount = <Key extends CallKey>(
  key: Key,
  handler: (call: Call<Key>) => HandlerReply<Key> | Promise<HandlerReply<Key>>,
) => void;

type Handler = (call: Call<CallKey>) => unknown;

/** Binds contract routes to handlers: authorization, validation, the handler, the envelope. */
export function createMount(app: FastifyInstance, ctx: Ctx): { mount: Mount; refuseMissing: () => void } {
  const mounted = new Set<CallKey>();
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
  let serialize: Serialize | undefined;
  const callers = new WeakMap<FastifyRequest, Caller>();
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (route.right === 'anyone' && !(route.knowsCaller && request.headers.authorization !== undefined)) return;
    const { caller, renewedToken } = await authenticate(ctx, bearerToken(request), peerOf(request));
    if (renewedToken) reply.header('x-access-token', renewedToken);
    if (route.right !== 'anyone') await authorize(ctx, route.right, caller, request.params as Record<string, string>);
    callers.set(request, caller);
  };
  app.route({
    method,
    url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}`,
    ...(route.maxBodyBytes ? { bodyLimit: route.maxBodyBytes } : {}),
    config: {
      ...(typeof route.body === 'string' ? { streamedBody: route.body } : {}),
      ...(route.isStrictJson ? { isStrictJson: true } : {}),
    },
    // Before the body is read: callers without the right cannot send one.
    onRequest: async (request, reply) => {
      await admit(request, reply);
      if (typeof route.body === 'string') refuseOtherType(request, route.body);
    },
    handler: async (request, reply) => {
      const call = {
        ctx,
        ...readParts(route, request),
        caller: callers.get(request),
        peer: peerOf(request),
        request,
        reply,
      };
      const data = await handler(call as Call<CallKey>);
      if (typeof replySchema === 'string') return reply;
      if (data instanceof StreamedList) return sendList(request, reply, data);
      const status = route.isRedirect ? 302 : 200;
      // Building all of them would take a fifth of a start.
      serialize ??= buildSerializer(replySchema);
      const text = data instanceof RawJson ? `{"status":${status},"data":${data.text}}` : serialize({ status, data });
      return sendText(request, reply.type('application/json; charset=utf-8'), text);
    },
  });
}

function peerOf({ ip, raw }: FastifyRequest): Peer {
  return { address: ip, isLocal: isLocalRequest(raw) };
}

function bearerToken(request: FastifyRequest): string {
  const header = request.headers.authorization;
  if (header === undefined) throw new AppError('UNAUTHORIZED');
  const [scheme = '', token = ''] = header.split(' ');
  if (scheme.toLowerCase() !== 'bearer') throw new AppError('INVALID_TOKEN');
  return token;
}

const plainErrors = { error: inputSentence };

function readParts(route: Route, request: FastifyRequest): { params: unknown; query: unknown; body: unknown } {
  const schemas = {
    params: route.params,
    query: route.query,
    body: typeof route.body === 'string' ? undefined : route.body,
  };
  const results = {
    params: schemas.params?.safeParse(request.params, plainErrors),
    query: schemas.query?.safeParse(request.query, plainErrors),
    body: schemas.body?.safeParse(request.body ?? {}, plainErrors),
  };
  const issues = Object.values(results).flatMap((result) => result?.error?.issues ?? []);
  if (issues.length > 0) throw invalidInput(issues);
  return { params: results.params?.data, query: results.query?.data, body: results.body?.data };
}

type Serialize = (reply: { status: number; data: unknown }) => string;

/** Writes `{ status, data }`. Keys that are not in the schema are dropped, so nothing is sent by accident. */
export function buildSerializer(data: z.ZodType): Serialize {
  const { $schema: _, ...schema } = z.toJSONSchema(data, { io: 'input', unrepresentable: 'any' });
  return fastJson({
    type: 'object',
    properties: { status: { type: 'integer' }, data: schema },
    required: ['status', 'data'],
  } as Parameters<typeof fastJson>[0]);
}
