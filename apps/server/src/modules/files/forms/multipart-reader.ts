import type { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { AppError, fieldError } from '../../../errors.ts';
import { receiveErrors } from '../storage-errors.ts';

/** A form that comes; `stop` ends it. */
type Form = { source: Readable; contentType: string; stop: AbortController; maxBytes: number };

/** What comes in a form. Files are handed out one after the other, in the order in which they come. */
export type FormReader = {
  onField(name: string, value: string): void;
  onFile(field: string, fileName: string, content: Readable): Promise<void>;
};

export const maxFormFiles = 500;
const limits = {
  files: maxFormFiles,
  fields: 10,
  parts: maxFormFiles + 10,
  fieldSize: 1000,
  headerPairs: 32,
  headerSize: 16_384,
};
/** Small files may come faster than they are written; then the sender waits. */
const maxWaiting = 8;
const stallMs = 60_000;
const settleMs = 100;

/**
 * Reads a form to its end. Throws what a reader throws, and what is wrong with the form itself; `stop` hears of it at
 * once, so that the file that is being received ends too.
 */
export async function readForm({ source, contentType, stop, maxBytes }: Form, reader: FormReader): Promise<void> {
  const busboy = createBusboy(contentType);
  let files = Promise.resolve();
  let waiting = 0;
  const fail = (error: unknown) => stop.abort(error);
  const hasAllParts = countParts(busboy, fail);
  const flow = () => {
    if (waiting <= maxWaiting && !busboy.writableNeedDrain && !stop.signal.aborted) source.resume();
  };
  busboy.on('field', (name: string | undefined, value, _, isCut) =>
    attempt(fail, () => {
      if (name === undefined) throw fieldError('BAD_REQUEST', 'files', 'A part of the form has no name.');
      if (isCut) throw fieldError('BAD_REQUEST', name, `${name} is too long.`);
      reader.onField(name, value);
    }),
  );
  busboy.on('file', (field: string | undefined, content, fileName: string | undefined) => {
    // It breaks with the form, which is told by the form.
    content.on('error', () => {});
    waiting += 1;
    files = files
      .then(async () => {
        stop.signal.throwIfAborted();
        await reader.onFile(field ?? '', fileName ?? '', content);
        waiting -= 1;
        flow();
      })
      .catch(fail);
  });
  for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    busboy.once(event, () => fail(fieldError('BAD_REQUEST', 'files', `A form has at most ${maxFormFiles} files.`)));
  // Something may come after the last boundary.
  const parsed = Promise.all([happens(source, 'end'), happens(busboy, 'finish')]);
  const stopped = new Promise<void>((resolve) => {
    if (stop.signal.aborted) resolve();
    stop.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  busboy.on('error', (error) => fail(brokenForm(error)));
  const unplug = plug(source, busboy, { fail, maxBytes, waiting: () => waiting });
  busboy.on('drain', flow);
  await Promise.race([parsed, stopped]);
  unplug();
  await files;
  stop.signal.throwIfAborted();
  if (!hasAllParts()) throw unreadablePart();
}

/**
 * Tells whether every part that began was handed out. Busboy skips a part whose headers it cannot use and says nothing;
 * only the parser inside it knows. It hands out a part before the next one begins.
 */
function countParts(busboy: BusboyInstance, fail: (error: unknown) => void): () => boolean {
  let missing = 0;
  const { _parser: inner } = busboy as unknown as { _parser: { parser?: EventEmitter } };
  inner.parser?.on('part', () => {
    if (missing > 0) fail(unreadablePart());
    missing += 1;
  });
  const handOut = () => void (missing -= 1);
  busboy.on('field', handOut).on('file', handOut);
  return () => missing === 0;
}

/** Hands on what comes. Events and not `pipe`: a form that is refused must not end its source. */
function plug(
  source: Readable,
  busboy: BusboyInstance,
  { fail, maxBytes, waiting }: { fail: (error: unknown) => void; maxBytes: number; waiting: () => number },
): () => void {
  const stall = setTimeout(
    () => (source.isPaused() ? stall.refresh() : fail(receiveErrors.stalled())),
    stallMs,
  ).unref();
  let settle: NodeJS.Timeout | undefined;
  let taken = 0;
  const take = (chunk: Buffer) => {
    stall.refresh();
    taken += chunk.length;
    if (taken > maxBytes) return fail(receiveErrors.more());
    attempt(
      (error) => fail(brokenForm(error)),
      () => void ((!busboy.write(chunk) || waiting() > maxWaiting) && source.pause()),
    );
  };
  const end = () => {
    busboy.end();
    // The parser never finishes a form in which a part has no end of its headers.
    settle = setInterval(() => waiting() > 0 || fail(brokenForm()), settleMs);
  };
  const cut = () => source.readableEnded || fail(receiveErrors.cut());
  source.on('error', cut).on('data', take).once('end', end).once('close', cut);
  if (source.destroyed) cut();
  return () => {
    clearTimeout(stall);
    clearInterval(settle);
    source.off('data', take).off('end', end).off('close', cut).pause();
  };
}

function createBusboy(contentType: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, preservePath: true, limits });
  } catch (error) {
    throw fieldError('BAD_REQUEST', 'Content-Type', `The form cannot be read: ${(error as Error).message}.`);
  }
}

function unreadablePart(): AppError {
  return fieldError('BAD_REQUEST', 'files', 'A part of the form cannot be read.');
}

function brokenForm(error?: unknown): AppError {
  const text = 'The form is broken, or ends too early.';
  return new AppError('BAD_REQUEST', text, { fields: [{ field: 'files', message: text }] }, error);
}

function happens(emitter: EventEmitter, event: string): Promise<void> {
  return new Promise((resolve) => emitter.once(event, () => resolve()));
}

function attempt(fail: (error: unknown) => void, work: () => void): void {
  try {
    work();
  } catch (error) {
    fail(error);
  }
}
