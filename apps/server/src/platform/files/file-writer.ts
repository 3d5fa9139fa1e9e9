import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { writeAll } from './write-all.ts';

/** How receiving ended; `more` is a source that had more than the limit. */
export type Ending = 'whole' | 'more' | 'cut' | 'stalled' | 'stopped' | 'failed';
/** `bytes` lie in the file from the position on without a gap, however it ended. They are not flushed. */
export type Received = { bytes: number; ended: Ending; error?: unknown };

export type Receiving = {
  source: Readable;
  handle: FileHandle;
  position: number;
  /** Bytes to take at most. */
  limit: number;
  /** Takes every byte in order. After an ending as `failed` it has seen more than the file has. */
  hash?: { update(chunk: Buffer): unknown } | undefined;
  signal?: AbortSignal | undefined;
  onWritten?: (bytes: number) => void;
  stallMs?: number;
};

/** Large batches take least processor time; many that are received at once share what they may hold. */
const batch = { maxBytes: 4 * 1024 * 1024, minBytes: 512 * 1024, sharedBytes: 32 * 1024 * 1024 };
/** Of a body that trickles, a batch would be very many very small ones. */
const batchChunks = 256;
/** What comes slowly is not kept waiting for the rest of its batch. */
const trickleMs = 1000;
const defaultStallMs = 60_000;
let receivers = 0;

/**
 * Receives a stream into a file, a batch at a time: while one is written, the next one gathers, and the source waits
 * when that is full. Events and not `pipe`, which takes twice the processor time. The source stays as it is at the
 * end: paused, not destroyed.
 */
export function receiveInto(receiving: Receiving): Promise<Received> {
  const { source, handle, position, limit, hash, signal, onWritten, stallMs = defaultStallMs } = receiving;
  receivers += 1;
  return new Promise<Received>((resolve) => {
    let taken = 0;
    let written = 0;
    let gathered: Buffer[] = [];
    let gatheredBytes = 0;
    let isWriting = false;
    let ended: Ending | undefined;
    let error: unknown;

    const isFull = () => gatheredBytes >= batchBytes() || gathered.length >= batchChunks;
    const end = (how: Ending) => {
      if (ended !== undefined) return;
      ended = how;
      clearTimeout(stall);
      clearInterval(trickle);
      source.pause();
      source.off('data', take).off('end', onEnd).off('close', onCut).off('error', onCut);
      signal?.removeEventListener('abort', onStop);
      // What breaks later is nobody's concern any more.
      source.on('error', () => {});
      if (!isWriting) write();
    };
    const write = () => {
      if (gathered.length === 0 || error !== undefined) {
        if (ended !== undefined) resolve({ bytes: written, ended, ...(error === undefined ? {} : { error }) });
        return;
      }
      const chunks = gathered;
      [gathered, gatheredBytes, isWriting] = [[], 0, true];
      void writeAll(handle, chunks, position + written).then((done) => {
        isWriting = false;
        written += done.bytes;
        if (done.error !== undefined) {
          error = done.error;
          if (ended === undefined) return end('failed');
          ended = 'failed';
          return write();
        }
        onWritten?.(written);
        if (ended !== undefined || isFull()) write();
        if (ended === undefined && source.isPaused()) {
          stall.refresh();
          source.resume();
        }
      });
    };
    const take = (chunk: Buffer) => {
      stall.refresh();
      const fitting = chunk.length > limit - taken ? chunk.subarray(0, limit - taken) : chunk;
      if (fitting.length > 0) {
        taken += fitting.length;
        hash?.update(fitting);
        gathered.push(fitting);
        gatheredBytes += fitting.length;
      }
      if (fitting.length < chunk.length) return end('more');
      if (!isFull()) return;
      if (isWriting) source.pause();
      else write();
    };
    const onEnd = () => end('whole');
    const onCut = () => end('cut');
    const onStop = () => end('stopped');
    const stall = setTimeout(() => {
      // While the drive is the slow one, the sender may be as quiet as it likes.
      if (source.isPaused()) stall.refresh();
      else end('stalled');
    }, stallMs).unref();
    const trickle = setInterval(() => isWriting || write(), trickleMs).unref();

    if (signal?.aborted) return onStop();
    if (source.readableEnded) return onEnd();
    if (source.destroyed) return onCut();
    signal?.addEventListener('abort', onStop, { once: true });
    source.on('data', take).once('end', onEnd).once('close', onCut).once('error', onCut);
    source.resume();
  }).finally(() => (receivers -= 1));
}

/** Each holds two at most: one that is written, and one that gathers. */
function batchBytes(): number {
  return Math.max(batch.minBytes, Math.min(batch.maxBytes, batch.sharedBytes / 2 / receivers));
}
