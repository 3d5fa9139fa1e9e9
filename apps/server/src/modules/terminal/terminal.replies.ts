import type { ReplyOutput } from '@tribehall/contract';
import type { terminalEvents } from '@tribehall/contract/terminal.contract';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod';
import { headersOf } from '../../http/fixed-headers.ts';
import type { ReadyRun } from './terminal.service.ts';

type Events = typeof terminalEvents;

/** Buffered for a slow reader; the program is paused when it is full. */
const maxBufferedBytes = 256 * 1024;
const keepAliveMs = 15_000;
/** Time for a connected reader to take the rest. */
const drainMs = 30_000;

/** Streams the output of a command. A client that disconnects ends the command. */
export async function streamRun(reply: FastifyReply, run: ReadyRun): Promise<void> {
  const { raw } = reply.hijack();
  const send = <Name extends keyof Events>(event: Name, data: z.input<Events[Name]>) => {
    if (!raw.destroyed) raw.write(`data: ${JSON.stringify({ event, data })}\n\n`);
  };
  raw.on('error', () => {});
  raw.on('close', () => run.end('disconnected'));
  if (raw.destroyed) run.end('disconnected');
  raw.writeHead(200, {
    ...headersOf(reply),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  });
  send('started', { id: run.id });
  const keepAlive = setInterval(() => raw.write(': \n\n'), keepAliveMs);
  const { code, endedBy, cwd, message } = await run.go({
    write: (text) => send('output', { text }),
    ready: () => untilDrained(raw),
  });
  clearInterval(keepAlive);
  send('ended', { code, endedBy, cwd, ...(message ? { message } : {}) });
  raw.end();
  const timer = setTimeout(() => raw.destroy(), drainMs).unref();
  raw.on('close', () => clearTimeout(timer));
}

async function untilDrained(raw: FastifyReply['raw']): Promise<void> {
  if (raw.destroyed || raw.writableLength <= maxBufferedBytes) return;
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

/** Buffered until the end, and each line costs more than its characters, so the limits are lower than for a stream. */
const maxCollectedBytes = 1024 * 1024;
const maxLines = 50_000;

/** Runs a command and returns the lines of its output. */
export async function collectLines(run: ReadyRun): Promise<ReplyOutput<'POST /terminal'>> {
  const pieces: string[] = [];
  let lines = 0;
  const write = (text: string) => {
    pieces.push(text);
    lines += text.split('\n').length - 1;
    if (lines > maxLines) run.end('output');
  };
  const { cwd, code, endedBy } = await run.go({ write, ready: () => Promise.resolve() }, maxCollectedBytes);
  return { output: toLines(pieces.join('')), cwd, code, endedBy };
}

function toLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  // A trailing line break is not an empty line.
  if (lines.at(-1) === '') lines.pop();
  return lines.slice(0, maxLines);
}
