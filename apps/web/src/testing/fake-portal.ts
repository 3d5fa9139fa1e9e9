import type { CallKey } from '@tribehall/contract';
import { vi } from 'vitest';
import { buildNotificationSettings } from './notifications.ts';

type Reply = { status?: number; data?: unknown; error?: string; code?: string; details?: unknown };
type Request = {
  method: string;
  path: string;
  search: URLSearchParams;
  headers: Headers;
  body: unknown;
  signal: AbortSignal | undefined;
};
type Write = (event: object) => void;
type FakeReply = Reply | Response;
type Replies = { [Key in CallKey]?: FakeReply | ((request: Request) => FakeReply | Promise<FakeReply>) };

export const site = {
  name: null,
  description: null,
  isStatusPublic: false,
  registration: 'open',
  isDiscordSignUpOn: false,
  secondFactorFor: 'nobody',
  isDiscordLoginOn: true,
  resetsBy: { email: false, discord: false },
  featuredMods: [],
  chatInviteUrl: 'https://chat.test/',
  modProfileUrl: 'https://mods.test/',
  donationUrl: 'https://gifts.test/',
  ownerName: 'The Owner',
  version: '1.2.3',
  isDemo: true,
};

const standard: Replies = {
  'GET /site': { data: site },
  'GET /discord/invite': { data: { url: null } },
  'GET /os/release': { data: { version: '1.2.3', newer: null } },
  'GET /users/me/sessions': { data: [] },
  'GET /ark/stats': notFaked(),
  'GET /ark/moderation/mine': { data: { everywhere: null, servers: [], clusters: [] } },
  'GET /ark/moderators': { data: [] },
  'GET /ark/servers/{id}/moderators': { data: [] },
  'GET /ark/reports/own': { data: [] },
  'GET /ark/sanctions/mine': { data: [] },
  'GET /ark/sanctions/issuers': { data: [] },
  'GET /users/me/factors': { data: { totp: null, passkeys: [], recoveryCodes: 0, isRequired: false } },
  'GET /users/me/tokens': { data: [] },
  'GET /tokens': { data: { tokens: [], total: 0, pageSize: 50 } },
  'GET /notifications/settings': () => ({ data: buildNotificationSettings() }),
};

/** Replies to the app's calls in the contract's envelope and streams `events`; records the calls. */
export function fakePortal(replies: Replies = {}, events: object[] = []) {
  const requests: Request[] = [];
  const streams = new Set<Write>();
  const unsent: object[] = [];
  const all = Object.entries({ ...standard, ...replies });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const request = readRequest(address, init);
    requests.push(request);
    const [, reply] = all.find(([key]) => isCallOf(request, key)) ?? [];
    if (request.path === '/events' && reply === undefined)
      return openStream([...events, ...unsent.splice(0)], streams, request.signal);
    const found = (typeof reply === 'function' ? await reply(request) : reply) ?? notFaked();
    if (found instanceof Response) return found;
    const { status = 200, ...rest } = found;
    return Response.json({ status, ...rest }, { status: status >= 300 && status < 400 ? 200 : status });
  });
  return {
    requests,
    callsOf: (key: CallKey) => requests.filter((request) => isCallOf(request, key)),
    /** Sends a message on every open stream, or on the next one: the app opens another when its topics change. */
    push: (event: object) => {
      if (streams.size === 0) unsent.push(event);
      for (const write of streams) write(event);
    },
  };
}

/** A separate stream that sends these messages and ends. */
export function brokenStream(...messages: object[]): Response {
  const text = messages.map((message) => `data: ${JSON.stringify(message)}\n\n`).join('');
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
}

/** A separate stream that stays open, with a function to write to it. */
export function openedStream(...messages: object[]): { response: Response; push: Write } {
  const writes = new Set<Write>();
  const response = openStream(messages, writes);
  return {
    response,
    push: (event) => {
      for (const write of writes) write(event);
    },
  };
}

function notFaked(): Reply {
  return { status: 404, error: 'This call is not faked.', code: 'NOT_FOUND' };
}

function isCallOf({ method, path }: Request, key: string): boolean {
  const parts = path.split('/');
  const [keyMethod, template = ''] = key.split(' ');
  const keyParts = template.split('/');
  if (keyMethod !== method || keyParts.length !== parts.length) return false;
  return keyParts.every((part, index) => part === parts[index] || part.startsWith('{'));
}

function readRequest(address: string, init: RequestInit): Request {
  const url = new URL(address, location.origin);
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
  const path = url.pathname.replace(/^\/api/, '');
  const { method = 'GET', headers, signal } = init;
  return { method, path, search: url.searchParams, headers: new Headers(headers), body, signal: signal ?? undefined };
}

/** Registers a function that writes to the stream until it is aborted. */
function openStream(events: object[], streams: Set<Write>, signal?: AbortSignal): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  let nextId = 0;
  const write: Write = (event) => {
    const frame = `id: ${nextId}\ndata: ${JSON.stringify(event)}\n\n`;
    nextId += 1;
    writer.write(new TextEncoder().encode(frame)).catch(() => streams.delete(write));
  };
  for (const event of events) write(event);
  streams.add(write);
  signal?.addEventListener('abort', () => streams.delete(write));
  return new Response(readable, { headers: { 'content-type': 'text/event-stream' } });
}
