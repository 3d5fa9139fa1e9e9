import { createParser } from 'eventsource-parser';
import { unreachable } from './request.ts';

export type SseFrame = { id: string | undefined; data: string };

/**
 * Parses server-sent events from text that arrives in arbitrary pieces. A frame without an id has the last one; the
 * portal never sends an id without data, which the parser would drop.
 */
export function createSseParser(): (chunk: string) => SseFrame[] {
  let lastId: string | undefined;
  let frames: SseFrame[] = [];
  const parser = createParser({
    onEvent: ({ id, data }) => {
      lastId = id ?? lastId;
      frames.push({ id: lastId, data });
    },
  });
  return (chunk) => {
    frames = [];
    parser.feed(chunk);
    return frames;
  };
}

/** The frames of a response body. A body that stays silent for too long counts as a lost connection. */
export async function* readFrames(body: ReadableStream<Uint8Array>, silenceMs: number): AsyncGenerator<SseFrame> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parse = createSseParser();
  try {
    for (;;) {
      const { done, value } = await readBeforeSilence(reader, silenceMs);
      if (done) return;
      yield* parse(decoder.decode(value, { stream: true }));
    }
  } finally {
    // The connection may be gone already; nothing depends on the result.
    reader.cancel().catch(() => undefined);
  }
}

async function readBeforeSilence(reader: ReadableStreamDefaultReader<Uint8Array>, silenceMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unreachable()), silenceMs);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } finally {
    clearTimeout(timer);
  }
}
