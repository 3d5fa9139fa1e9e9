import type { Duplex, Writable } from 'node:stream';
import { defaultChunkBytes, type ByteRange, type ByteSource } from './byte-source.ts';

/** Readers that may have large chunks: many slow readers must not fill the memory. */
const maxLargeChunks = 32;
const smallChunkBytes = 64 * 1024;

/** A reader that takes fewer bytes in this time only holds the file open. */
export type MinimumRate = { bytes: number; ms: number };

/**
 * Writes the bytes of this range, never more at a time than the reader takes. Returns whether the
 * reader got them all; one that disconnects is no error. That is seen on the socket: a pipelined response that waits
 * behind another one gets no `close` event.
 */
export type SendBytes = (
  source: ByteSource,
  range: ByteRange,
  target: { to: Writable; socket: Duplex; minimumRate: MinimumRate },
) => Promise<boolean>;

export function createByteSender(): SendBytes {
  let readers = 0;
  return async (source, range, { to, socket, minimumRate }) => {
    readers += 1;
    const rate = watchRate(socket, minimumRate);
    // A write to a reader that has just disconnected would be an unhandled error.
    to.on('error', ignore);
    // Any number of pipelined responses may wait on one socket.
    socket.setMaxListeners(0);
    try {
      const chunkBytes = readers > maxLargeChunks ? smallChunkBytes : defaultChunkBytes;
      for await (const chunk of source.read(range, chunkBytes)) {
        // The buffer is reused, so its bytes have to be sent first.
        if (!(await write(to, socket, chunk))) return false;
        rate.add(chunk.length);
      }
      return true;
    } finally {
      rate.stop();
      readers -= 1;
    }
  };
}

/** Disconnects a reader that is slower than the minimum rate. */
function watchRate(socket: Duplex, { bytes, ms }: MinimumRate): { add: (count: number) => void; stop: () => void } {
  let taken = 0;
  const timer = setTimeout(() => socket.destroy(), ms).unref();
  return {
    add: (count) => {
      taken += count;
      if (taken < bytes) return;
      taken = 0;
      timer.refresh();
    },
    stop: () => clearTimeout(timer),
  };
}

function write(to: Writable, socket: Duplex, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    const onClose = () => resolve(false);
    if (to.destroyed || socket.destroyed) {
      onClose();
      return;
    }
    socket.once('close', onClose);
    to.write(bytes, (error) => {
      socket.off('close', onClose);
      resolve(!error);
    });
  });
}

function ignore(): void {}
