import type { terminalEvents } from '@tribehall/contract/terminal.contract';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod';
import type { ReadyRun } from './terminal.service.ts';

type Events = typeof terminalEvents;

/** What waits in the socket for a slow reader; the program waits for the rest. */
const maxWaitingBytes = 256 * 1024;
const keepAliveMs = 15_000;
/** Time to take the last of it, for a reader that is still there. */
const lastWordsMs = 30_000;

/** Answers with what a command writes, as it writes it. Whoever leaves ends the command. */
export async function streamRun(reply: FastifyReply, run: ReadyRun): Promise<void> {
  const { raw } = reply.hijack();
  const send = <Name extends keyof Events>(event: Name, data: z.input<Events[Name]>) => {
    if (!raw.destroyed) raw.write(`data: ${JSON.stringify({ event, data })}\n\n`);
  };
  raw.on('error', () => {});
  raw.on('close', () => run.end('left'));
  if (raw.destroyed) run.end('left');
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  });
  send('started', { id: run.id });
  const keepAlive = setInterval(() => raw.write(': \n\n'), keepAliveMs);
  const { code, endedBy, cwd, message } = await run.go({
    write: (text) => send('output', { text }),
    ready: () => untilTaken(raw),
  });
  clearInterval(keepAlive);
  send('ended', { code, endedBy, cwd, ...(message ? { message } : {}) });
  raw.end();
  const timer = setTimeout(() => raw.destroy(), lastWordsMs).unref();
  raw.on('close', () => clearTimeout(timer));
}

async function untilTaken(raw: FastifyReply['raw']): Promise<void> {
  if (raw.destroyed || raw.writableLength <= maxWaitingBytes) return;
  await new Promise<void>((resolve) => {
    const go = () => {
      raw.off('drain', go);
      raw.off('close', go);
      resolve();
    };
    raw.on('drain', go);
    raw.on('close', go);
  });
}
