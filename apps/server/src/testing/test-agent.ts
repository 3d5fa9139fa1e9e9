import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { CommandName } from '@tribehall/contract';
import {
  events,
  hello,
  agentErrors,
  agentPath,
  type AgentEventData,
  type AgentEventType,
} from '@tribehall/contract/agent/agent.contract';
import { rpcErrors } from '@tribehall/contract/agent/json-rpc';
import type * as z from 'zod';
import { WebSocket, type RawData } from 'ws';
import type { TestApp } from './test-app.ts';

type Hello = z.input<(typeof hello)['params']>;
type HelloResult = z.output<(typeof hello)['result']>;
type EventsResult = z.output<(typeof events)['result']>;
type SentEvent = z.input<(typeof events)['params']>['events'][number];
type Reply = { id: number | string; result?: unknown; error?: { code: number; message: string } };

/** What the agent does on a command: returns the result or throws a `CommandError`. */
export type CommandHandlers = { [Name in CommandName]?: (params: Record<string, unknown>) => unknown };

export type TestAgent = {
  socket: WebSocket;
  hello: HelloResult;
  /** The commands received, in order. */
  received: { command: string; params: Record<string, unknown> }[];
  /** Sends events with the next sequence numbers and returns the acknowledgement. */
  sendEvents: (
    ...sent: { [Type in AgentEventType]: { type: Type; data: AgentEventData<Type>; at?: Date } }[AgentEventType][]
  ) => Promise<EventsResult>;
  /** Sends events as they are, with the caller's numbers, types and data. */
  sendRaw: (sent: SentEvent[]) => Promise<EventsResult>;
  request: (method: string, params: unknown) => Promise<unknown>;
  close: () => Promise<void>;
  /** Cuts the connection without closing it. */
  cut: () => void;
  closed: Promise<{ code: number; reason: string }>;
};

/** A failed command: `throw new CommandError('playerOffline', 'Not online.')` in a handler. */
export class CommandError extends Error {
  readonly code: number;
  constructor(name: keyof typeof agentErrors, message: string) {
    super(message);
    this.code = agentErrors[name];
  }
}

const listens = new WeakMap<TestApp['http'], Promise<string>>();

/** An app of this process, or the address of another. */
export type Portal = Pick<TestApp, 'http'> | string;

/** The address for agents of a portal; an app starts to listen on the first call. */
export async function agentUrl(portal: Portal): Promise<string> {
  if (typeof portal === 'string') return `${portal.replace(/^http/, 'ws')}${agentPath}`;
  const { http } = portal;
  const listening =
    listens.get(http) ?? (http.server.listening ? undefined : http.listen({ port: 0, host: '127.0.0.1' }));
  if (listening) listens.set(http, listening);
  await listening;
  return `ws://127.0.0.1:${(http.server.address() as AddressInfo).port}${agentPath}`;
}

/** An agent as a game server would have it: connects, sends hello, carries out commands. */
export async function connectTestAgent(
  portal: Portal,
  options: { token: string; hello?: Partial<Hello>; commands?: CommandHandlers; ca?: string },
): Promise<TestAgent> {
  const socket = await openSocket(await agentUrl(portal), options.token, options.ca);
  const peer = createPeer(socket, options.commands ?? {});
  const greeting = { ...defaultHello(), ...options.hello };
  const greeted = hello.result.parse(await peer.request(hello.method, greeting));
  let seq = greeted.ackedSeq;
  const sendRaw = async (sent: SentEvent[]) => events.result.parse(await peer.request(events.method, { events: sent }));
  return {
    ...peer,
    hello: greeted,
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

/** A connection that has sent nothing yet; `ca` is a certificate to trust. */
export async function openSocket(url: string, token: string, ca?: string): Promise<WebSocket> {
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` }, ...(ca && { ca }) });
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

function createPeer(socket: WebSocket, commands: CommandHandlers) {
  const received: TestAgent['received'] = [];
  const waiting = new Map<number | string, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => {
      for (const { reject } of waiting.values())
        reject(new Error(`The connection closed: ${code} ${reason.toString()}`));
      resolve({ code, reason: reason.toString() });
    });
  });
  socket.on('message', (raw: RawData) => {
    const message = JSON.parse((raw as Buffer).toString()) as Reply & {
      method?: CommandName;
      params: Record<string, unknown>;
    };
    if (message.method !== undefined) {
      received.push({ command: message.method, params: message.params });
      void carryOut(socket, message.id, commands[message.method], message.params);
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
      else reject(new Error('The connection is closed.'));
    });
  const close = async () => {
    socket.close();
    await closed;
  };
  return { socket, received, request, close, closed, cut: () => socket.terminate() };
}

async function carryOut(
  socket: WebSocket,
  id: number | string,
  handler: ((params: Record<string, unknown>) => unknown) | undefined,
  params: Record<string, unknown>,
): Promise<void> {
  const reply = (rest: object) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...rest }));
  };
  if (!handler) return reply({ error: { code: rpcErrors.methodNotFound, message: 'There is no such command.' } });
  try {
    reply({ result: await handler(params) });
  } catch (error) {
    const code = error instanceof CommandError ? error.code : rpcErrors.internal;
    reply({ error: { code, message: (error as Error).message } });
  }
}
