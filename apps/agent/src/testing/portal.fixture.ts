import { events, hello, agentPath, logs, rconReplies } from '@tribehall/contract/agent/agent.contract';
import { rpcErrors, rpcRequest } from '@tribehall/contract/agent/json-rpc';
import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import * as z from 'zod';
import { createPortalSaves } from './portal-saves.fixture.ts';

type Behaviour = {
  /** True: the response never reaches the agent, and the connection is cut. */
  cutsReply?(): boolean;
  /** Instead of the response. */
  onEvents?(socket: WebSocket, id: unknown): boolean;
  ackedSeq?: number;
  /** Types of events that it does not know, as an older portal. */
  unknownTypes?: readonly string[];
  refusesWith?: number;
  isMute?: boolean;
  ignoresHello?: boolean;
  /** Does not know the method `logs`, or never responds to it. */
  refusesLogs?: boolean;
  ignoresLogs?: boolean;
  /** Asks for the times of RCON replies, and does not know them after all. */
  rconReportMs?: number;
  refusesReplyTimes?: boolean;
  /** Does not know saves. */
  refusesSaves?: boolean;
  /** Does not report which save it has. */
  hidesSaves?: boolean;
  /** True: the message is taken, and its response never reaches the agent. */
  cutsSave?(method: string): boolean;
  /** Replies only after this resolves. */
  holdsSave?(method: string): Promise<void> | undefined;
  /** The agent that it offers, and the checksum that it sends with it. */
  agentPackage?: Buffer;
  agentDigest?: string;
};

export type Taken = { seq: number; type: string; data: unknown; at: string };
export type LogBatch = z.input<typeof logs.params>;
export type Portal = Awaited<ReturnType<typeof startPortal>>;

const anyResponse = z.looseObject({ id: z.union([z.string(), z.number(), z.null()]) });

/** A portal that accepts events as the real one does: each number of a stream once, then acknowledged. */
export async function startPortal(behaviour: Behaviour = {}, port = 0) {
  const state = {
    behaviour,
    taken: [] as Taken[],
    logBatches: [] as LogBatch[],
    replyTimes: [] as number[][],
    hellos: [] as z.output<typeof hello.params>[],
    saves: createPortalSaves(),
    /** All messages as they were received. */
    texts: [] as string[],
    /** How many save messages reached a portal that does not know them. */
    refusedSaves: [] as string[],
    tokens: [] as string[],
    responses: [] as Record<string, unknown>[],
    sockets: new Set<WebSocket>(),
    acked: new Map<string, number>(),
  };
  const http = createServer((_request, response) => sendPackage(state.behaviour, response));
  const server = new WebSocketServer({
    server: http,
    path: agentPath,
    verifyClient: ({ req }, done) => {
      state.tokens.push(req.headers.authorization ?? '');
      const status = state.behaviour.refusesWith;
      done(status === undefined, status);
    },
  });
  server.on('connection', (socket) => serve(state, socket));
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  const { port: bound } = http.address() as AddressInfo;
  const stop = () => {
    for (const socket of state.sockets) socket.terminate();
    server.close();
    http.closeAllConnections();
    return new Promise<void>((resolve) => http.close(() => resolve()));
  };
  onTestFinished(stop);
  const sendCommand = (method: string, params: unknown, id: string | number = `o${(commandCount += 1)}`) => {
    send(last(state.sockets), { jsonrpc: '2.0', id, method, params });
    return id;
  };
  return {
    ...state,
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    stop,
    sendCommand,
    /** Sends a command and waits for its response. */
    async ask(method: string, params: unknown) {
      const id = sendCommand(method, params);
      for (;;) {
        const response = state.responses.find((given) => given['id'] === id);
        if (response) return response;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    sendText: (text: string | Buffer) => last(state.sockets).send(text),
    close: (code: number, reason = '') => last(state.sockets).close(code, reason),
    cut: () => state.sockets.forEach((socket) => socket.terminate()),
    of: (type: string) => state.taken.filter((event) => event.type === type).map(({ data }) => data),
  };
}

function sendPackage({ agentPackage, agentDigest }: Behaviour, response: ServerResponse): void {
  if (agentPackage === undefined) return void response.writeHead(404).end();
  const digest = agentDigest ?? createHash('sha256').update(agentPackage).digest('base64');
  response
    .writeHead(200, { 'content-type': 'application/gzip', 'repr-digest': `sha-256=:${digest}:` })
    .end(agentPackage);
}

let commandCount = 0;

type State = {
  behaviour: Behaviour;
  taken: Taken[];
  logBatches: LogBatch[];
  replyTimes: number[][];
  hellos: z.output<typeof hello.params>[];
  saves: ReturnType<typeof createPortalSaves>;
  texts: string[];
  refusedSaves: string[];
  responses: Record<string, unknown>[];
  sockets: Set<WebSocket>;
  acked: Map<string, number>;
};

function serve(state: State, socket: WebSocket): void {
  let stream = '';
  state.sockets.add(socket);
  socket.on('close', () => state.sockets.delete(socket));
  socket.on('error', () => socket.terminate());
  if (state.behaviour.isMute) {
    socket.pause();
    return;
  }
  socket.on('message', (bytes) => {
    const text = (bytes as Buffer).toString();
    state.texts.push(text);
    const message = JSON.parse(text) as unknown;
    const request = rpcRequest.safeParse(message);
    if (!request.success) return void state.responses.push(anyResponse.parse(message));
    const { id, method, params } = request.data;
    if (method === hello.method) {
      const greeting = z.decode(hello.params, params as never);
      state.hellos.push(greeting);
      stream = greeting.stream;
      if (state.behaviour.ignoresHello) return;
      const ackedSeq = state.behaviour.ackedSeq ?? state.acked.get(stream) ?? 0;
      const { rconReportMs } = state.behaviour;
      const asked = rconReportMs === undefined ? {} : { rconReportMs };
      const result = { serverId: 's1', name: 'The Island', ackedSeq, ...describeSaves(state), ...asked };
      return send(socket, { jsonrpc: '2.0', id, result });
    }
    if (method === rconReplies.method) return takeReplyTimes(state, socket, id, params);
    if (method === logs.method) return takeLogs(state, socket, id, params);
    if (state.saves.knows(method)) return void takeSave(state, socket, { id, method, params });
    if (state.behaviour.onEvents?.(socket, id)) return;
    const rejected = take(state, stream, params);
    if (state.behaviour.cutsReply?.()) return socket.terminate();
    send(socket, { jsonrpc: '2.0', id, result: { ackedSeq: state.acked.get(stream) ?? 0, rejected } });
  });
}

function describeSaves({ behaviour, saves }: State): { saveRevision?: string | null } {
  return behaviour.hidesSaves || behaviour.refusesSaves ? {} : { saveRevision: saves.revision ?? null };
}

function takeReplyTimes({ behaviour, replyTimes }: State, socket: WebSocket, id: unknown, params: unknown): void {
  replyTimes.push(rconReplies.params.parse(params).ms);
  const error = { code: rpcErrors.methodNotFound, message: 'There is no such method.' };
  send(socket, { jsonrpc: '2.0', id, ...(behaviour.refusesReplyTimes ? { error } : { result: {} }) });
}

function takeLogs({ behaviour, logBatches }: State, socket: WebSocket, id: unknown, params: unknown): void {
  const error = { code: rpcErrors.methodNotFound, message: 'There is no such method.' };
  logBatches.push(z.encode(logs.params, z.decode(logs.params, params as never)));
  if (behaviour.refusesLogs) return send(socket, { jsonrpc: '2.0', id, error });
  if (!behaviour.ignoresLogs) send(socket, { jsonrpc: '2.0', id, result: {} });
}

type SaveMessage = { id: unknown; method: string; params: unknown };

async function takeSave(state: State, socket: WebSocket, { id, method, params }: SaveMessage): Promise<void> {
  if (state.behaviour.refusesSaves) {
    state.refusedSaves.push(method);
    const error = { code: rpcErrors.methodNotFound, message: 'There is no such method.' };
    return send(socket, { jsonrpc: '2.0', id, error });
  }
  const result = state.saves.handle(method, params);
  await state.behaviour.holdsSave?.(method);
  if (state.behaviour.cutsSave?.(method)) return socket.terminate();
  send(socket, { jsonrpc: '2.0', id, result });
}

function take(state: State, stream: string, params: unknown): { seq: number; reason: string }[] {
  const rejected: { seq: number; reason: string }[] = [];
  for (const { seq, type, data, at } of z.decode(events.params, params as never).events) {
    if (seq <= (state.acked.get(stream) ?? 0)) continue;
    state.acked.set(stream, seq);
    if (state.behaviour.unknownTypes?.includes(type)) rejected.push({ seq, reason: 'There is no such type of event.' });
    else state.taken.push({ seq, type, data, at: at.toISOString() });
  }
  return rejected;
}

function send(socket: WebSocket, message: unknown): void {
  socket.send(JSON.stringify(message));
}

function last(sockets: Set<WebSocket>): WebSocket {
  const socket = [...sockets].at(-1);
  if (!socket) throw new Error('Nobody is connected.');
  return socket;
}
