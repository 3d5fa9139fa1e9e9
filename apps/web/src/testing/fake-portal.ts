import type { CallKey } from '@tribehall/contract';
import { vi } from 'vitest';

type Reply = { status?: number; data?: unknown; error?: string; code?: string; details?: unknown };
type Request = { method: string; path: string; search: URLSearchParams; headers: Headers; body: unknown };
type Replies = { [Key in CallKey]?: Reply | ((request: Request) => Reply) };

export const site = {
  featuredMods: [],
  chatInviteUrl: 'https://chat.test/',
  modProfileUrl: 'https://mods.test/',
  donationUrl: 'https://gifts.test/',
  ownerName: 'The Owner',
  isDemo: true,
};

const standard: Replies = { 'GET /site': { data: site }, 'GET /ark/stats': notBuilt() };

/** Answers the app's calls in the envelope of the contract, its stream with `events`, and writes down what was asked. */
export function fakePortal(replies: Replies = {}, events: object[] = []) {
  const requests: Request[] = [];
  const all: Record<string, Reply | ((request: Request) => Reply) | undefined> = { ...standard, ...replies };
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const request = readRequest(address, init);
    requests.push(request);
    if (request.path === '/events') return openStream(events);
    const reply = all[`${request.method} ${request.path}`] ?? notBuilt();
    const { status = 200, ...rest } = typeof reply === 'function' ? reply(request) : reply;
    return Response.json({ status, ...rest }, { status: status >= 300 && status < 400 ? 200 : status });
  });
  return {
    requests,
    callsOf: (key: CallKey) => requests.filter((request) => `${request.method} ${request.path}` === key),
  };
}

function notBuilt(): Reply {
  return { status: 501, error: 'This is not built yet.', code: 'NOT_IMPLEMENTED' };
}

function readRequest(address: string, init: RequestInit): Request {
  const url = new URL(address, location.origin);
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
  const path = url.pathname.replace(/^\/api/, '');
  return { method: init.method ?? 'GET', path, search: url.searchParams, headers: new Headers(init.headers), body };
}

function openStream(events: object[]): Response {
  const frames = events.map((event, index) => `id: ${index}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(frames)) });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
