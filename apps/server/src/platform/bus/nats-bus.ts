import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import {
  connect,
  NoRespondersError,
  RequestError,
  TimeoutError,
  type Msg,
  type NatsConnection,
} from '@nats-io/transport-node';
import type { Logger } from 'pino';
import {
  askResponder,
  BusAwayError,
  BusTimeoutError,
  createFollowers,
  NoResponderError,
  overJson,
  ResponderError,
  within,
  type Bus,
} from './bus.ts';
import { watchConnection } from './nats-connection.ts';
import { natsOptions, type NatsAccess } from './nats-options.ts';

type Reply = { data: unknown } | { error: string };
type Responder = (data: unknown) => Promise<unknown>;

/** Published when messages may have been lost, for every process. */
const gapSubject = 'bus.gap';
const clusterDelayMs = 100;

/**
 * The bus between processes. Reconnects forever. While NATS is unreachable, messages wait in a bounded outbox, and a
 * request fails at once unless its responder is in this process.
 */
export async function connectNatsBus(access: NatsAccess, log: Logger): Promise<Bus> {
  const options = natsOptions(access);
  const nats = await connect(options);
  // The library forgets servers that did not respond at the first try.
  nats.setServers(options.servers);
  const held = createOutbox();
  const followers = createFollowers();
  const responders = new Map<string, Responder>();
  const gapListeners = new Set<() => void>();
  const send = (subject: string, text: string) => nats.publish(subject, text);
  const connection = watchConnection(nats, log, () => {
    for (const { subject, text } of held.takeAll()) send(subject, text);
    // Other processes have missed the messages that this one could not send.
    send(gapSubject, 'null');
  });
  const listen = (subject: string, onMessage: (message: Msg) => void) =>
    nats.subscribe(subject, {
      callback: (error, message) => {
        if (error) log.warn({ err: error, subject }, 'A bus subscription failed');
        else onMessage(message);
      },
    });
  listen(gapSubject, () => {
    for (const listener of gapListeners) listener();
  });

  let flushing: Promise<void> | undefined;
  const flush = async () => {
    // Those of one turn of the event loop share it.
    await nextTurn();
    flushing = undefined;
    // Where it breaks, a gap is announced once it is back.
    if (connection.isOpen()) await nats.flush().catch(() => {});
    // Other servers of a cluster learn of a subscription a little later, and nothing says when.
    if (nats.info?.cluster !== undefined) await delay(clusterDelayMs);
  };

  return {
    publish(subject, data) {
      followers.tell(subject, data);
      if (connection.isOpen()) send(subject, encode(data));
      else held.add({ subject, text: encode(data) });
    },
    subscribe(subject, onMessage) {
      const subscription = listen(subject, (message) => onMessage(message.json(), message.subject));
      return () => subscription.unsubscribe();
    },
    subscribed: () => (flushing ??= flush()),
    follow(subject, onMessage) {
      const stopHere = followers.add(subject, onMessage);
      const subscription = listen(subject, (message) => onMessage(message.json()));
      return () => {
        stopHere();
        subscription.unsubscribe();
      };
    },
    async request(subject, data, timeoutMs) {
      const responder = responders.get(subject);
      // Saves four trips through NATS; subjects of responders are unique.
      if (responder) return within(timeoutMs, subject, askHere(responder, data));
      if (!connection.isOpen()) throw new BusAwayError(subject);
      const reply = await ask(nats, subject, data, timeoutMs);
      if ('error' in reply) throw new ResponderError(reply.error);
      return reply.data;
    },
    respond(subject, responder) {
      responders.set(subject, responder);
      const subscription = listen(subject, (message) => void respondTo(message, responder));
      return () => {
        if (responders.get(subject) === responder) responders.delete(subject);
        // Requests that are on their way are still answered; otherwise they would wait until they time out.
        if (connection.isOpen()) subscription.drain().catch(() => subscription.unsubscribe());
        else subscription.unsubscribe();
      };
    },
    isConnected: connection.isOpen,
    onGap(listener) {
      gapListeners.add(listener);
      return () => void gapListeners.delete(listener);
    },
    close: connection.close,
  };
}

async function askHere(responder: Responder, data: unknown): Promise<unknown> {
  return overJson(await askResponder(responder, overJson(data)));
}

async function respondTo(message: Msg, responder: Responder): Promise<void> {
  try {
    message.respond(encode({ data: (await responder(message.json())) ?? null }));
  } catch (error) {
    message.respond(encode({ error: error instanceof Error ? error.message : String(error) }));
  }
}

async function ask(nats: NatsConnection, subject: string, data: unknown, timeoutMs: number): Promise<Reply> {
  try {
    return (await nats.request(subject, encode(data), { timeout: timeoutMs })).json<Reply>();
  } catch (error) {
    if (error instanceof NoRespondersError || (error instanceof RequestError && error.isNoResponders()))
      throw new NoResponderError(subject);
    if (error instanceof TimeoutError) throw new BusTimeoutError(subject);
    throw error;
  }
}

function encode(data: unknown): string {
  return JSON.stringify(data ?? null);
}

type QueuedMessage = { subject: string; text: string };

const maxQueued = 2000;
const maxQueuedChars = 4 * 1024 * 1024;

/** Outbox: messages that wait for the connection, in order. Bounded: the oldest are dropped first. */
function createOutbox() {
  let messages: QueuedMessage[] = [];
  let length = 0;
  return {
    add(message: QueuedMessage): void {
      messages.push(message);
      length += message.text.length;
      if (messages.length <= maxQueued * 2 && length <= maxQueuedChars * 2) return;
      while (messages.length > maxQueued || length > maxQueuedChars) length -= messages.shift()?.text.length ?? length;
    },
    takeAll(): QueuedMessage[] {
      const taken = messages;
      messages = [];
      length = 0;
      return taken;
    },
  };
}
