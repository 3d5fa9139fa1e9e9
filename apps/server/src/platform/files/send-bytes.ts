import type { FileHandle } from 'node:fs/promises';
import type { Duplex, Writable } from 'node:stream';

/** Large: the cost of a chunk is the round trip to the drive, whatever its size. */
const chunkBytes = 1024 * 1024;
/** Readers that may have large chunks: many slow readers must not fill the memory. */
const maxLargeChunks = 32;
const smallChunkBytes = 64 * 1024;

/** A reader that takes fewer bytes in this time only holds the file open. */
export type MinimumRate = { bytes: number; ms: number };

/**
 * Writes the bytes of this range (`end` included), never more at a time than the reader takes. Returns whether the
 * reader got them all; one that disconnects is no error. That is seen on the socket: a pipelined response that waits
 * behind another one gets no `close` event.
 */
export type SendBytes = (
  handle: FileHandle,
  range: { start: number; end: number },
  target: { to: Writable; socket: Duplex; minimumRate: MinimumRate },
) => Promise<boolean>;

export function createByteSender(): SendBytes {
  let readers = 0;
  return async (handle, { start, end }, { to, socket, minimumRate }) => {
    readers += 1;
    const rate = watchRate(socket, minimumRate);
    // A write to a reader that has just disconnected would be an unhandled error.
    to.on('error', ignore);
    // Any number of pipelined responses may wait on one socket.
    socket.setMaxListeners(0);
    try {
      const most = readers > maxLargeChunks ? smallChunkBytes : chunkBytes;
      const chunk = Buffer.allocUnsafeSlow(Math.min(most, end - start + 1));
      for (let at = start; at <= end;) {
        const { bytesRead } = await handle.read(chunk, 0, Math.min(chunk.length, end - at + 1), at);
        if (bytesRead === 0) throw new Error('The file has become shorter');
        // The buffer is reused, so its bytes have to be sent first.
        if (!(await write(to, socket, chunk.subarray(0, bytesRead)))) return false;
        at += bytesRead;
        rate.add(bytesRead);
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
