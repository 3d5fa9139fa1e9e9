import type { FileHandle } from 'node:fs/promises';
import type { Duplex, Writable } from 'node:stream';
import { watchPace, type Pace } from './reader-pace.ts';

/** Big: what a chunk costs is the way to the drive and back, whatever is in it. */
const chunkBytes = 1024 * 1024;
/** So many readers may have big ones: a crowd of slow readers must not fill the memory. */
const maxBigChunks = 32;
const smallChunkBytes = 64 * 1024;

let readers = 0;

/**
 * Writes these bytes (`end` is the last of them), never more at a time than the reader takes. Answers whether the
 * reader got them all; one that goes away is no error. That is told by the line: an answer that waits behind another on
 * the same line never hears of its end.
 */
export async function sendBytes(
  handle: FileHandle,
  { start, end }: { start: number; end: number },
  { to, line, pace }: { to: Writable; line: Duplex; pace: Pace },
): Promise<boolean> {
  readers += 1;
  const watched = watchPace(line, pace);
  // A write to someone who has just left would be an error that nobody hears.
  to.on('error', ignore);
  // Any number of answers may wait on one line.
  line.setMaxListeners(0);
  try {
    const most = readers > maxBigChunks ? smallChunkBytes : chunkBytes;
    const chunk = Buffer.allocUnsafeSlow(Math.min(most, end - start + 1));
    for (let at = start; at <= end;) {
      const { bytesRead } = await handle.read(chunk, 0, Math.min(chunk.length, end - at + 1), at);
      if (bytesRead === 0) throw new Error('The file is shorter than it was');
      // The chunk is used again, so its bytes have to be out first.
      if (!(await write(to, line, chunk.subarray(0, bytesRead)))) return false;
      at += bytesRead;
      watched.took(bytesRead);
    }
    return true;
  } finally {
    watched.stop();
    readers -= 1;
  }
}

function write(to: Writable, line: Duplex, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    const leave = () => resolve(false);
    if (to.destroyed || line.destroyed) {
      leave();
      return;
    }
    line.once('close', leave);
    to.write(bytes, (error) => {
      line.off('close', leave);
      resolve(!error);
    });
  });
}

function ignore(): void {}
