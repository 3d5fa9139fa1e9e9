import type { Readable } from 'node:stream';
import type { OpenPart } from './blob-store.ts';

/** How receiving ended; `more`: the source had more than the limit. */
export type Ending = 'whole' | 'more' | 'cut' | 'stalled' | 'stopped' | 'failed';
/** However it ended, `bytes` are in the part from the position on, without a gap. They are not flushed. */
export type Received = { bytes: number; ended: Ending; error?: unknown };

export type Receiving = {
  source: Readable;
  part: Pick<OpenPart, 'write'>;
  position: number;
  /** Maximum number of bytes. */
  limit: number;
  /** Gets every byte in order. After `failed` it has seen more than the part has. */
  hash?: { update(chunk: Buffer): unknown } | undefined;
  signal?: AbortSignal | undefined;
  onWritten?: (bytes: number) => void;
  stallMs?: number;
};

/** Large batches cost the least CPU; concurrent receivers share a memory budget. */
const batch = { maxBytes: 4 * 1024 * 1024, minBytes: 512 * 1024, sharedBytes: 32 * 1024 * 1024 };
/** A body that trickles in would make a batch of very many small chunks. */
const batchChunks = 256;
/** A batch that fills slowly is written after this time. */
const trickleMs = 1000;
const defaultStallMs = 25_000;

/**
 * Receives a stream into a part in batches: while one is written, the next one fills, and the source is paused when that
 * one is full. Uses events, since `pipe` takes twice the CPU time. At the end the source is paused, not destroyed.
 */
export type ReceiveInto = (receiving: Receiving) => Promise<Received>;

/** The receivers of one process share `batch.sharedBytes`. */
export function createFileReceiver(): ReceiveInto {
  let receivers = 0;
  // Each holds two batches at most: one that is written, and one that fills.
  const batchBytes = () => Math.max(batch.minBytes, Math.min(batch.maxBytes, batch.sharedBytes / 2 / receivers));
  return (receiving) => {
    receivers += 1;
    return receiveInto(receiving, batchBytes).finally(() => (receivers -= 1));
  };
}

function receiveInto(receiving: Receiving, batchBytes: () => number): Promise<Received> {
  const { source, part, position, limit, hash, signal, onWritten, stallMs = defaultStallMs } = receiving;
  return new Promise<Received>((resolve) => {
    let taken = 0;
    let written = 0;
    let pending: Buffer[] = [];
    let pendingBytes = 0;
    let isWriting = false;
    let ended: Ending | undefined;
    let error: unknown;

    const isFull = () => pendingBytes >= batchBytes() || pending.length >= batchChunks;
    const end = (how: Ending) => {
      if (ended !== undefined) return;
      ended = how;
      clearTimeout(stall);
      clearInterval(trickle);
      source.pause();
      source.off('data', take).off('end', onEnd).off('close', onCut).off('error', onCut);
      signal?.removeEventListener('abort', onStop);
      // Later errors of the source do not matter.
      source.on('error', () => {});
      if (!isWriting) write();
    };
    const write = () => {
      if (pending.length === 0 || error !== undefined) {
        if (ended !== undefined) resolve({ bytes: written, ended, ...(error === undefined ? {} : { error }) });
        return;
      }
      const chunks = pending;
      [pending, pendingBytes, isWriting] = [[], 0, true];
      void part.write(chunks, position + written).then((done) => {
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
        pending.push(fitting);
        pendingBytes += fitting.length;
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
      // The source is paused because the drive is slow: not the sender's fault.
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
  });
}
