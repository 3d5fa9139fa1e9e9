import type { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { AppError, fieldError } from '../../../errors.ts';
import { receiveErrors } from '../storage-errors.ts';

/** A form that is received; `stop` aborts it. */
type Form = { source: Readable; contentType: string; stop: AbortController; maxBytes: number };

/** Gets the parts of a form. Files come one at a time, in their order. */
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
/** Small files may arrive faster than they are written; then the sender has to wait. */
const maxWaiting = 8;
const stallMs = 25_000;
const checkEndMs = 100;

/**
 * Reads a form. Throws errors of the reader and of the form itself; `stop` is aborted at once, so that the file that is
 * being received ends, too.
 */
export async function readForm({ source, contentType, stop, maxBytes }: Form, reader: FormReader): Promise<void> {
  const boundary = readBoundary(contentType);
  const busboy = createBusboy(boundary);
  let files = Promise.resolve();
  let waiting = 0;
  const fail = (error: unknown) => stop.abort(error);
  const parts = countParts(busboy, boundary);
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
    // It fails with the form, which reports the error.
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
    busboy.once(event, () =>
      fail(fieldError('BAD_REQUEST', 'files', `A form can have at most ${maxFormFiles} files.`)),
    );
  // Bytes may follow the last boundary.
  const parsed = Promise.all([happens(source, 'end'), happens(busboy, 'finish')]);
  const stopped = new Promise<void>((resolve) => {
    if (stop.signal.aborted) resolve();
    stop.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  busboy.on('error', (error) => fail(brokenForm(error)));
  const unplug = plug(source, busboy, { fail, maxBytes, parts, waiting: () => waiting });
  busboy.on('drain', flow);
  await Promise.race([parsed, stopped]);
  unplug();
  await files;
  stop.signal.throwIfAborted();
  if (!parts.areComplete()) throw unreadablePart();
}

type PartCount = {
  /** Call before a chunk is written. Returns whether all parts before the last boundary so far have to be there. */
  scan(chunk: Buffer): () => boolean;
  /** Whether every part was handed out. */
  areComplete(): boolean;
};

/**
 * Counts parts. Busboy silently skips a part whose headers it cannot use, so that fewer parts are handed out than there
 * are boundaries in the form.
 */
function countParts(busboy: BusboyInstance, boundary: string): PartCount {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first boundary has no line break before it.
  let rest: Buffer = Buffer.from('\r\n');
  let begun = 0;
  let handedOut = 0;
  let isClosed = false;
  const handOut = () => void (handedOut += 1);
  busboy.on('field', handOut).on('file', handOut);
  const count = (bytes: Buffer) => {
    let at = 0;
    for (let found = bytes.indexOf(delimiter); found >= 0 && !isClosed; found = bytes.indexOf(delimiter, at)) {
      const end = found + delimiter.length;
      // Whether it is the closing one depends on the next two bytes.
      if (end + 2 > bytes.length) return bytes.subarray(found);
      isClosed = bytes.toString('latin1', end, end + 2) === '--';
      if (!isClosed) begun += 1;
      at = end;
    }
    return bytes.subarray(Math.max(at, bytes.length - delimiter.length + 1));
  };
  return {
    scan(chunk) {
      if (!isClosed) rest = Buffer.from(count(Buffer.concat([rest, chunk])));
      // The headers of the last part may be incomplete.
      const expected = begun - 1;
      return () => handedOut >= expected;
    },
    areComplete: () => handedOut === begun,
  };
}

/** Passes the source on. Uses events, since `pipe` would end the source of a refused form. */
function plug(
  source: Readable,
  busboy: BusboyInstance,
  {
    fail,
    maxBytes,
    parts,
    waiting,
  }: { fail: (error: unknown) => void; maxBytes: number; parts: PartCount; waiting: () => number },
): () => void {
  const stall = setTimeout(
    () => (source.isPaused() ? stall.refresh() : fail(receiveErrors.stalled())),
    stallMs,
  ).unref();
  let endCheck: NodeJS.Timeout | undefined;
  let taken = 0;
  const take = (chunk: Buffer) => {
    stall.refresh();
    taken += chunk.length;
    if (taken > maxBytes) return fail(receiveErrors.more());
    attempt(
      (error) => fail(brokenForm(error)),
      () => {
        const isConsistent = parts.scan(chunk);
        // A field is handed out in the tick after the parser has seen its end.
        const check = () => setImmediate(() => isConsistent() || fail(unreadablePart()));
        if (!busboy.write(chunk, check) || waiting() > maxWaiting) source.pause();
      },
    );
  };
  const end = () => {
    busboy.end();
    // The parser never finishes if the headers of a part have no end.
    endCheck = setInterval(() => waiting() > 0 || fail(brokenForm()), checkEndMs);
  };
  const cut = () => source.readableEnded || fail(receiveErrors.cut());
  source.on('error', cut).on('data', take).once('end', end).once('close', cut);
  if (source.destroyed) cut();
  return () => {
    clearTimeout(stall);
    clearInterval(endCheck);
    source.off('data', take).off('end', end).off('close', cut).pause();
  };
}

/** The characters that RFC 2046 allows in a boundary. */
const boundaryRule = /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)/i;

function readBoundary(contentType: string): string {
  const [, quoted, plain] = boundaryRule.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined)
    throw fieldError('BAD_REQUEST', 'Content-Type', 'The form cannot be read: its boundary is missing or not valid.');
  return boundary;
}

function createBusboy(boundary: string): BusboyInstance {
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  return new Busboy({ headers, preservePath: true, limits });
}

function unreadablePart(): AppError {
  return fieldError('BAD_REQUEST', 'files', 'A part of the form cannot be read.');
}

function brokenForm(error?: unknown): AppError {
  const text = 'The form is malformed or incomplete.';
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
