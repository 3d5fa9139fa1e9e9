import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { DiscordAPIError } from 'discord.js';
import type { Logger } from 'pino';

/** Writes a message; `nonce` is the same when it is tried again, so that Discord shows it once. */
export type Send = (message: { content: string; nonce: string }) => Promise<void>;

export type ChannelWriter = { add: (line: string) => void };

const gatherMs = 1000;
const maxLength = 2000;
const maxWaiting = 200;
/** Some minutes in all: as long as Discord is away, the newest lines wait for it. */
const maxTries = 20;
const firstPauseMs = 1000;
const longestPauseMs = 30_000;
/** A channel that is gone, or closed to the bot, is left alone for so long. */
const refusedMs = 10 * 60_000;

/** Writes lines into one channel: gathered for a second, in order, one message at a time. */
export function createChannelWriter(
  send: Send,
  { log, signal, onEmpty }: { log: Logger; signal: AbortSignal; onEmpty: () => void },
): ChannelWriter {
  const waiting = createBatch();
  let isBusy = false;
  const write = async () => {
    await wait(gatherMs, undefined, { signal });
    while (!waiting.isEmpty()) {
      const { content, lineCount } = waiting.take();
      const outcome = await deliver({ content, nonce: randomBytes(12).toString('hex') }, send, { log, signal });
      if (outcome === 'given up') waiting.skip(lineCount);
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
      if (!signal.aborted) log.error({ err }, 'Chat could not be written to a channel');
    } finally {
      isBusy = false;
      onEmpty();
    }
  };
  return {
    add: (line) => {
      waiting.add(line);
      if (!isBusy) void run();
    },
  };
}

/** Lines that wait; of too many the oldest are left out and counted. */
function createBatch() {
  const lines: string[] = [];
  let skipped = 0;
  return {
    isEmpty: () => lines.length === 0,
    add: (line: string) => {
      lines.push(line);
      if (lines.length <= maxWaiting) return;
      lines.shift();
      skipped += 1;
    },
    skip: (count: number) => void (skipped += count),
    clear: () => {
      lines.length = 0;
      skipped = 0;
    },
    /** As many as one message holds. */
    take: () => {
      const message = skipped > 0 ? [`(${skipped} ${skipped === 1 ? 'line' : 'lines'} skipped)`] : [];
      let lineCount = skipped;
      skipped = 0;
      while (lines[0] !== undefined && [...message, lines[0]].join('\n').length <= maxLength) {
        message.push(lines.shift() ?? '');
        lineCount += 1;
      }
      return { content: message.join('\n'), lineCount };
    },
  };
}

type Outcome = 'written' | 'given up' | 'refused';

async function deliver(
  message: Parameters<Send>[0],
  send: Send,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<Outcome> {
  for (let tries = 1; tries <= maxTries; tries += 1) {
    try {
      await send(message);
      return 'written';
    } catch (err) {
      const isOver = isRefused(err);
      log[isOver || tries === maxTries ? 'warn' : 'debug']({ err }, 'Chat did not reach a channel');
      if (isOver) return 'refused';
      await wait(Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1)), undefined, { signal });
    }
  }
  return 'given up';
}

export class ChannelGoneError extends Error {}

/** It would be refused the next time too. */
function isRefused(error: unknown): boolean {
  if (error instanceof ChannelGoneError) return true;
  return error instanceof DiscordAPIError && error.status >= 400 && error.status < 500 && error.status !== 429;
}
