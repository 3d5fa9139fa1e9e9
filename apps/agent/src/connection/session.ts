import { hello } from '@tribehall/contract/agent/agent.contract';
import * as z from 'zod';
import type { LogRing } from '../log/log-ring.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { ConnectionEnd } from './connection-end.ts';
import { deliver, deliverLogs, type DeliveryTiming, type LogDeliveryTiming } from './delivery.ts';
import { PortalSocket, type SocketTiming } from './portal-socket.ts';
import { reportReplyTimes, type ReplyTimes } from './reply-times.ts';
import { createRpc, RpcError, type Rpc, type RpcOptions } from './rpc.ts';
import type { WorldSaveConnection } from './world-save-upload.ts';

export type Greeting = Omit<z.output<typeof hello.params>, 'stream' | 'now' | 'protocol'>;
export type Welcome = z.output<typeof hello.result>;

export type SessionOptions = {
  address: string;
  token: string;
  outbox: Outbox;
  /** Log lines, sent in parallel with the events. */
  ring: Pick<LogRing, 'take' | 'skip'>;
  /** How long the game takes to reply, for a portal that wants to know. */
  replyTimes?: Pick<ReplyTimes, 'take'> | undefined;
  /** World saves, sent in parallel with the events; never fails. */
  saves?: { deliver(socket: WorldSaveConnection): Promise<void> } | undefined;
  greeting(): Greeting;
  /** A new dispatcher for every connection: command ids are unique within one. */
  createDispatcher(): RpcOptions['onRequest'];
  /** Called after the hello; events appended now are sent after the queued ones. */
  onWelcome(welcome: Welcome): void;
  log: { warn(sentence: string): void };
  timing?: Partial<SocketTiming & DeliveryTiming & LogDeliveryTiming & { helloMs: number }> | undefined;
};

const helloResponseMs = 10_000;

/** Runs one connection from its opening to its end. */
export function runSession(options: SessionOptions, signal: AbortSignal): Promise<ConnectionEnd> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const stop = () => socket.end({ kind: 'stopped' });
    const rpc = createRpc({ send: (text) => socket.send(text), onRequest: options.createDispatcher() });
    const socket: PortalSocket = new PortalSocket({
      address: options.address,
      token: options.token,
      timing: options.timing ?? {},
      onOpen: (opened) => void talk(options, rpc, over.signal).then((end) => opened.end(end)),
      onText: (text) => rpc.receive(text),
      onEnd: (end) => {
        signal.removeEventListener('abort', stop);
        over.abort();
        rpc.close();
        resolve(end);
      },
    });
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}

/** Sends hello, then delivers events, log lines and world saves. */
async function talk(options: SessionOptions, rpc: Rpc, signal: AbortSignal): Promise<ConnectionEnd> {
  const { outbox, ring, log, timing } = options;
  try {
    const welcome = await greet(options, rpc);
    if (!outbox.resume(welcome.ackedSeq)) {
      log.warn('The portal knows more events than the journal: it is an old copy. Starting a new sequence.');
      return { kind: 'again' };
    }
    options.onWelcome(welcome);
    const request = (...call: Parameters<Rpc['request']>) => rpc.request(...call);
    void deliverLogs({ ring, signal, timing, request });
    const { serverId, saveRevision, rconReportMs: everyMs } = welcome;
    if (options.replyTimes && everyMs !== undefined)
      void reportReplyTimes({ replyTimes: options.replyTimes, everyMs, signal, request });
    void options.saves?.deliver({ request, signal, serverId, saveRevision });
    await deliver({ outbox, log, signal, timing, request });
    return { kind: 'stopped' };
  } catch (error) {
    const reason =
      error instanceof RpcError ? `The portal refused the hello: ${error.message}` : (error as Error).message;
    return { kind: 'given-up', reason };
  }
}

async function greet({ outbox, greeting, timing }: SessionOptions, rpc: Rpc): Promise<Welcome> {
  const params = z.encode(hello.params, { ...greeting(), protocol: 1, stream: outbox.stream, now: new Date() });
  const response = await rpc.request(hello.method, JSON.stringify(params), timing?.helloMs ?? helloResponseMs);
  const welcome = hello.result.safeParse(response);
  if (!welcome.success) throw new Error('The portal sent an invalid answer to the hello.');
  return welcome.data;
}
