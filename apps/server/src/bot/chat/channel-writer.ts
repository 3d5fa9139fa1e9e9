import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { DiscordAPIError } from 'discord.js';
import type { Logger } from 'pino';

/** `nonce` is the idempotency key: Discord shows a message that is sent again only once. */
export type Send = (message: { content: string; nonce: string }) => Promise<void>;

export type ChannelWriter = { add: (text: string) => void };

const batchMs = 1000;
const maxLength = 2000;
const maxWaiting = 200;
/** A few minutes in all: while Discord is down, the newest messages wait for it. */
const maxAttempts = 20;
const firstPauseMs = 1000;
const longestPauseMs = 30_000;
/** How long we stop writing to a channel that is gone or closed to the bot. */
const refusedMs = 10 * 60_000;

/** Writes chat into one channel: batched for a second, in order, one Discord message at a time. */
export function createChannelWriter(
  send: Send,
  { log, signal, onEmpty }: { log: Logger; signal: AbortSignal; onEmpty: () => void },
): ChannelWriter {
  const waiting = createBatch();
  let isBusy = false;
  const write = async () => {
    await wait(batchMs, undefined, { signal });
    while (!waiting.isEmpty()) {
      const { content, textCount } = waiting.take();
      const outcome = await deliver({ content, nonce: randomBytes(12).toString('hex') }, send, { log, signal });
      if (outcome === 'given up') waiting.skip(textCount);
      if (outcome !== 'refused') continue;
      waiting.clear();
      await wait(refusedMs, undefined, { signal, ref: false });
    }
  };
  const run = async () => {
    isBusy = true;
    try {
      while (!waiting.isEmpty()) await write();
    } catch (err) {
      if (!signal.aborted) log.error({ err }, 'Chat could not be posted to a channel');
    } finally {
      isBusy = false;
      onEmpty();
    }
  };
  return {
    add: (text) => {
      waiting.add(text);
      if (!isBusy) void run();
    },
  };
}

/** Waiting messages; if there are too many, the oldest are dropped and counted. */
function createBatch() {
  const texts: string[] = [];
  let skipped = 0;
  return {
    isEmpty: () => texts.length === 0,
    add: (text: string) => {
      texts.push(text);
      if (texts.length <= maxWaiting) return;
      texts.shift();
      skipped += 1;
    },
    skip: (count: number) => void (skipped += count),
    clear: () => {
      texts.length = 0;
      skipped = 0;
    },
    /** As many as fit into one Discord message. */
    take: () => {
      const message = skipped > 0 ? [`(${skipped} ${skipped === 1 ? 'message' : 'messages'} skipped)`] : [];
      let textCount = skipped;
      skipped = 0;
      while (texts[0] !== undefined && [...message, texts[0]].join('\n').length <= maxLength) {
        message.push(texts.shift() ?? '');
        textCount += 1;
      }
      return { content: message.join('\n'), textCount };
    },
  };
}

type Outcome = 'written' | 'given up' | 'refused';

async function deliver(
  message: Parameters<Send>[0],
  send: Send,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<Outcome> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    try {
      await send(message);
      return 'written';
    } catch (err) {
      const isOver = isRefused(err);
      log[isOver || attempt === maxAttempts ? 'warn' : 'debug']({ err }, 'Chat did not reach a channel');
      if (isOver) return 'refused';
      await wait(Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1)), undefined, { signal });
    }
  }
  return 'given up';
}

export class ChannelGoneError extends Error {}

/** A retry would be refused as well. */
function isRefused(error: unknown): boolean {
  if (error instanceof ChannelGoneError) return true;
  return error instanceof DiscordAPIError && error.status >= 400 && error.status < 500 && error.status !== 429;
}
