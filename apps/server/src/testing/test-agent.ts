import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { CommandName } from '@tribehall/contract';
import {
  events,
  hello,
  agentErrors,
  linkPath,
  rpcErrors,
  type AgentEventData,
  type AgentEventType,
} from '@tribehall/contract/agent/agent.contract';
import type * as z from 'zod';
import { WebSocket, type RawData } from 'ws';
import type { TestApp } from './test-app.ts';

type Hello = z.input<(typeof hello)['params']>;
type HelloResult = z.output<(typeof hello)['result']>;
type EventsResult = z.output<(typeof events)['result']>;
type SentEvent = z.input<(typeof events)['params']>['events'][number];
type Answer = { id: number | string; result?: unknown; error?: { code: number; message: string } };

/** What the agent does on an order: the result, or an error of the link. */
export type OrderHandlers = { [Name in CommandName]?: (params: Record<string, unknown>) => unknown };

export type TestAgent = {
  socket: WebSocket;
  hello: HelloResult;
  /** The orders that came, in order. */
  received: { command: string; params: Record<string, unknown> }[];
  /** Sends events with the next numbers and answers the acknowledgement. */
  sendEvents: (
    ...sent: { [Type in AgentEventType]: { type: Type; data: AgentEventData<Type>; at?: Date } }[AgentEventType][]
  ) => Promise<EventsResult>;
  /** Sends events as they are: numbers, types and data are the caller's. */
  sendRaw: (sent: SentEvent[]) => Promise<EventsResult>;
  request: (method: string, params: unknown) => Promise<unknown>;
  close: () => Promise<void>;
  /** Cuts the connection without a word. */
  cut: () => void;
  closed: Promise<{ code: number; reason: string }>;
};

/** An order that fails: `throw new OrderError('playerOffline', 'Not online.')` in a handler. */
export class OrderError extends Error {
  readonly code: number;
  constructor(name: keyof typeof agentErrors, message: string) {
    super(message);
    this.code = agentErrors[name];
  }
}

const listens = new WeakMap<TestApp['http'], Promise<string>>();

/** An app of this process, or the address of another. */
export type Portal = Pick<TestApp, 'http'> | string;

/** The address of a portal's link; an app listens from the first call on. */
export async function linkUrl(portal: Portal): Promise<string> {
  if (typeof portal === 'string') return `${portal.replace(/^http/, 'ws')}${linkPath}`;
  const { http } = portal;
  const listening =
    listens.get(http) ?? (http.server.listening ? undefined : http.listen({ port: 0, host: '127.0.0.1' }));
  if (listening) listens.set(http, listening);
  await listening;
  return `ws://127.0.0.1:${(http.server.address() as AddressInfo).port}${linkPath}`;
}

/** An agent as a game server would have it: connects, says hello, obeys. */
export async function connectTestAgent(
  portal: Portal,
  options: { token: string; hello?: Partial<Hello>; orders?: OrderHandlers },
): Promise<TestAgent> {
  const socket = await openSocket(await linkUrl(portal), options.token);
  const line = createPeer(socket, options.orders ?? {});
  const greeting = { ...defaultHello(), ...options.hello };
  const answer = hello.result.parse(await line.request(hello.method, greeting));
  let seq = answer.ackedSeq;
  const sendRaw = async (sent: SentEvent[]) => events.result.parse(await line.request(events.method, { events: sent }));
  return {
    ...line,
    hello: answer,
    sendRaw,
    sendEvents: (...sent) =>
      sendRaw(
        sent.map(({ type, data, at = new Date() }) => {
          seq += 1;
          return { seq, at: at.toISOString(), type, data };
        }),
      ),
  };
}

/** A connection that has not said anything yet. */
export async function openSocket(url: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } });
  socket.on('error', () => {});
  await once(socket, 'open');
  return socket;
}

export function defaultHello(): Hello {
  return {
    protocol: 1,
    agent: { name: 'test-agent', version: '1.0.0' },
    game: 'asa',
    name: null,
    map: 'TheIsland_WP',
    version: '50.12',
    capabilities: { can: ['server.ping', 'chat.say'], cannot: [] },
    stream: `stream-${Math.random().toString(36).slice(2).padEnd(8, '0')}`,
    now: new Date().toISOString(),
  };
}

function createPeer(socket: WebSocket, orders: OrderHandlers) {
  const received: TestAgent['received'] = [];
  const waiting = new Map<number | string, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => {
      for (const { reject } of waiting.values()) reject(new Error(`The link closed: ${code} ${reason.toString()}`));
      resolve({ code, reason: reason.toString() });
    });
  });
  socket.on('message', (raw: RawData) => {
    const message = JSON.parse((raw as Buffer).toString()) as Answer & {
      method?: CommandName;
      params: Record<string, unknown>;
    };
    if (message.method !== undefined) {
      received.push({ command: message.method, params: message.params });
      void obey(socket, message.id, orders[message.method], message.params);
      return;
    }
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) asked?.reject(Object.assign(new Error(message.error.message), { code: message.error.code }));
    else asked?.resolve(message.result);
  });
  const request = (method: string, params: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      if (socket.readyState === WebSocket.OPEN)
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }));
      else reject(new Error('The link is closed.'));
    });
  const close = async () => {
    socket.close();
    await closed;
  };
  return { socket, received, request, close, closed, cut: () => socket.terminate() };
}

async function obey(
  socket: WebSocket,
  id: number | string,
  handler: ((params: Record<string, unknown>) => unknown) | undefined,
  params: Record<string, unknown>,
): Promise<void> {
  const answer = (rest: object) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...rest }));
  };
  if (!handler) return answer({ error: { code: rpcErrors.methodNotFound, message: 'There is no such order.' } });
  try {
    answer({ result: await handler(params) });
  } catch (error) {
    const code = error instanceof OrderError ? error.code : rpcErrors.internal;
    answer({ error: { code, message: (error as Error).message } });
  }
}
