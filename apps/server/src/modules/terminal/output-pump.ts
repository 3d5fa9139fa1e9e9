import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { OutputPace } from './output-pace.ts';

/** Who reads the output of a run. */
export type OutputReader = {
  write: (text: string) => void;
  /** Waits until the reader takes more, or has left. */
  ready: () => Promise<void>;
};

const maxPieceChars = 64 * 1024;
const flushEveryMs = 50;

/**
 * Hands on what a program writes, in pieces, no faster than its reader takes it: meanwhile the program waits. Answers
 * the bytes, at most `maxBytes`; who writes more is told of at once.
 */
export async function pumpOutput(
  output: Readable,
  reader: OutputReader,
  { maxBytes, pace, onTooMuch }: { maxBytes: number; pace: OutputPace; onTooMuch: () => void },
): Promise<number> {
  const decoder = new StringDecoder('utf8');
  let bytes = 0;
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const piece of pieces(waiting)) reader.write(piece);
    waiting = '';
  };
  try {
    for await (const chunk of output as AsyncIterable<Buffer>) {
      const taken = chunk.subarray(0, maxBytes - bytes);
      const text = decoder.write(taken);
      bytes += taken.length;
      waiting += text;
      if (waiting.length > maxPieceChars) flush();
      timer ??= setTimeout(flush, flushEveryMs);
      if (taken.length < chunk.length) {
        onTooMuch();
        break;
      }
      await pace(chunk.length);
      await reader.ready();
    }
  } catch {
    // The pipe was cut because the run is over.
  }
  waiting += decoder.end();
  flush();
  return bytes;
}

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    // A letter of two halves stays whole.
    const isCut = /[\ud800-\udbff]/.test(text.charAt(at + maxPieceChars - 1));
    const end = at + maxPieceChars - (isCut ? 1 : 0);
    yield text.slice(at, end);
    at = end;
  }
}
