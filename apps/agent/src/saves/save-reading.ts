import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SaveHead } from '@tribehall/ark/saves/save-rows';
import { isSingleFile, saveReaderArgument, withNodeOptions } from '../executable/single-file.ts';
import type { FromReader, ReadRequest, ToReader, Wanted } from './reader/read-save.ts';
import type { WorldReport } from './reader/sync-world.ts';
import { UnreadableSave } from './world-save.ts';

/** A save that a child process reads. Every call throws an UnreadableSave if it cannot be read. */
export type SaveReading = {
  open(request: ReadRequest): Promise<{ head: SaveHead; base: string | undefined }>;
  begin(wanted: Wanted): Promise<ReadingStep>;
  /** Reading continues only on request. */
  next(): Promise<ReadingStep>;
  /** Ends the process. */
  stop(): Promise<void>;
};
export type ReadingStep = { type: 'rows'; json: string } | { type: 'end'; report: WorldReport };

export type ReaderLimits = {
  /** The reader program; in the same folder as this one in the shipped agent. */
  program: string;
  maxHeapMegabytes: number;
  /** The process is killed after this long without progress. */
  silenceMs: number;
};

const defaultLimits: ReaderLimits = {
  program: isSingleFile ? saveReaderArgument : fileURLToPath(new URL('save-reader.js', import.meta.url)),
  maxHeapMegabytes: 768,
  silenceMs: 120_000,
};
const maxErrorLength = 4_000;

export function startReading(limits: Partial<ReaderLimits> = {}): SaveReading {
  const { program, maxHeapMegabytes, silenceMs } = { ...defaultLimits, ...limits };
  const child = fork(program, [], {
    // A small young generation: rows are short-lived, and memory beside a game is scarce.
    ...withNodeOptions([`--max-old-space-size=${maxHeapMegabytes}`, '--max-semi-space-size=4']),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const inbox = createInbox(child, { silenceMs, maxHeapMegabytes });
  const ask = async (message: ToReader) => {
    // The error of a process that has exited is reported by its exit.
    if (child.connected) child.send(message, () => undefined);
    const reply = await inbox.receive();
    if (reply.type === 'failed') throw new UnreadableSave(reply.reason);
    return reply;
  };
  const step = async (message: ToReader): Promise<ReadingStep> => {
    const reply = await ask(message);
    if (reply.type === 'rows' || reply.type === 'end') return reply;
    throw new UnreadableSave('The save reader sent an unexpected answer.');
  };
  return {
    async open(request) {
      const reply = await ask({ type: 'open', request });
      if (reply.type === 'head') return reply;
      throw new UnreadableSave('The save reader sent an unexpected answer.');
    },
    begin: (wanted) => step({ type: 'begin', wanted }),
    next: () => step({ type: 'next' }),
    async stop() {
      child.kill('SIGKILL');
      await inbox.ended;
    },
  };
}

type Reply = Exclude<FromReader, { type: 'ready' | 'progress' }>;

/** One reply for each request, after any number of progress messages; a watchdog kills a silent process. */
function createInbox(child: ChildProcess, { silenceMs, maxHeapMegabytes }: Omit<ReaderLimits, 'program'>) {
  let waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;
  let earlyReply: Reply | undefined;
  let end: UnreadableSave | undefined;
  let isSilent = false;
  let errors = '';
  let timer: NodeJS.Timeout | undefined;
  const watch = () => {
    clearTimeout(timer);
    if (waiting) timer = setTimeout(giveUp, silenceMs);
  };
  const giveUp = () => {
    isSilent = true;
    child.kill('SIGKILL');
  };
  child.stderr?.on('data', (chunk) => (errors = (errors + String(chunk)).slice(-maxErrorLength)));
  child.on('message', (message) => {
    const received = message as FromReader;
    watch();
    if (received.type === 'ready' || received.type === 'progress') return;
    if (waiting) waiting.resolve(received);
    else earlyReply = received;
    waiting = undefined;
    clearTimeout(timer);
  });
  const ended = new Promise<void>((resolve) => {
    const over = (words: string) => {
      end ??= new UnreadableSave(words);
      clearTimeout(timer);
      waiting?.reject(end);
      waiting = undefined;
      resolve();
    };
    child.on('error', (error) => over(`The save reader could not be started: ${error.message}.`));
    // `close` comes after the last message and the last error output.
    child.on('close', (code, signal) => {
      if (isSilent)
        over(`Reading the world save made no progress for ${Math.round(silenceMs / 1_000)} seconds and was stopped.`);
      else if (errors.includes('heap out of memory'))
        over(`Reading the world save took more than ${maxHeapMegabytes} MB.`);
      else over(`The save reader exited (${signal ?? code}).${lastWords(errors)}`);
    });
  });
  return {
    ended,
    receive: () =>
      new Promise<Reply>((resolve, reject) => {
        const early = earlyReply;
        earlyReply = undefined;
        if (early) return resolve(early);
        if (end) return reject(end);
        waiting = { resolve, reject };
        watch();
      }),
  };
}

function lastWords(errors: string): string {
  const line = errors.split('\n').find((text) => /^\w*Error\b/.test(text));
  return line === undefined ? '' : ` ${line}`;
}
