import {
  connect,
  NoRespondersError,
  RequestError,
  TimeoutError,
  type Msg,
  type NatsConnection,
} from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { BusTimeoutError, NoResponderError, ResponderError, type Bus } from './bus.ts';

type Reply = { data: unknown } | { error: string };

/** The bus between processes. Reconnects for ever; while the server is away a request fails and says so. */
export async function connectNatsBus(url: string, log: Logger): Promise<Bus> {
  const nats = await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 500, timeout: 5000 });
  void logStatus(nats, log);
  return {
    publish: (subject, data) => nats.publish(subject, encode(data)),
    subscribe(subject, onMessage) {
      const subscription = nats.subscribe(subject, {
        callback: (error, message) => {
          if (error) log.warn({ err: error, subject }, 'A bus subscription failed');
          else onMessage(message.json(), message.subject);
        },
      });
      return () => subscription.unsubscribe();
    },
    async request(subject, data, timeoutMs) {
      const reply = await ask(nats, subject, data, timeoutMs);
      if ('error' in reply) throw new ResponderError(reply.error);
      return reply.data;
    },
    respond(subject, answer) {
      const subscription = nats.subscribe(subject, {
        callback: (error, message) => {
          if (error) log.warn({ err: error, subject }, 'A bus subscription failed');
          else void respondTo(message, answer);
        },
      });
      return () => subscription.unsubscribe();
    },
    close: () => nats.drain(),
  };
}

async function respondTo(message: Msg, answer: (data: unknown) => Promise<unknown>): Promise<void> {
  try {
    message.respond(encode({ data: (await answer(message.json())) ?? null }));
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

async function logStatus(nats: NatsConnection, log: Logger): Promise<void> {
  for await (const status of nats.status())
    if (status.type === 'disconnect' || status.type === 'reconnect' || status.type === 'error')
      log.warn({ status: status.type }, 'NATS connection');
}
