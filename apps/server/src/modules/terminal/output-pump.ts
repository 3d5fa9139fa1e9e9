import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { OutputThrottle } from './terminal.state.ts';

/** The reader of the output of a run. */
export type OutputReader = {
  write: (text: string) => void;
  /** Resolves when the reader takes more, or has disconnected. */
  ready: () => Promise<void>;
  /** Resolves when all that was written has been passed on. */
  flush?: (() => Promise<void>) | undefined;
};

const maxPieceChars = 64 * 1024;
const flushEveryMs = 50;

/**
 * Passes on the output of a program in pieces, no faster than its reader takes it: meanwhile the program is blocked.
 * Returns the number of bytes, at most `maxBytes`; calls `onTooMuch` as soon as there are more.
 */
export async function pumpOutput(
  output: Readable,
  reader: OutputReader,
  { maxBytes, throttle, onTooMuch }: { maxBytes: number; throttle: OutputThrottle; onTooMuch: () => void },
): Promise<number> {
  const decoder = new StringDecoder('utf8');
  let bytes = 0;
  let pending = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const piece of pieces(pending)) reader.write(piece);
    pending = '';
  };
  try {
    for await (const chunk of output as AsyncIterable<Buffer>) {
      const taken = chunk.subarray(0, maxBytes - bytes);
      const text = decoder.write(taken);
      bytes += taken.length;
      pending += text;
      if (pending.length > maxPieceChars) flush();
      timer ??= setTimeout(flush, flushEveryMs);
      if (taken.length < chunk.length) {
        onTooMuch();
        break;
      }
      await throttle(chunk.length);
      await reader.ready();
    }
  } catch {
    // The pipe was closed because the run has ended.
  }
  pending += decoder.end();
  flush();
  await reader.flush?.();
  return bytes;
}

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    // Does not split a surrogate pair.
    const isCut = /[\ud800-\udbff]/.test(text.charAt(at + maxPieceChars - 1));
    const end = at + maxPieceChars - (isCut ? 1 : 0);
    yield text.slice(at, end);
    at = end;
  }
}
