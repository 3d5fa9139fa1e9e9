import type { Readable } from 'node:stream';
import type { Ctx } from '../../../context.ts';
import { fieldError } from '../../../errors.ts';
import { createFileHash } from '../../../platform/files/file-hash.ts';
import type { Caller } from '../../sessions/sessions.service.ts';
import { watchCaller } from '../watch-caller.ts';
import { cleanFileName } from '../file-names.ts';
import { nameFormPart, type FormPart } from './form-parts.ts';
import { readField, type FormFields } from './form-fields.ts';
import { readForm } from './multipart-reader.ts';
import { maxFileBytes, requireFree } from '../quota.service.ts';
import { receiveErrors } from '../storage-errors.ts';

export type SentForm = { source: Readable; contentType: string; length: number | undefined };
/** A complete and flushed part, and the file it becomes. */
export type FormFile = { part: FormPart; name: string; size: number; hash: string };

type Into = { content: Readable; limit: number; signal: AbortSignal };

/** Boundaries and headers. */
export const formOverheadBytes = 1_000_000;
const fileFields = ['files', 'file'];

/** Receives a form. Adds each part to `begun` at once: the caller has to remove or to commit them. */
export async function receiveForm(
  ctx: Ctx,
  caller: Caller,
  { source, contentType }: SentForm,
  { begun, signal }: { begun: FormPart[]; signal: AbortSignal },
): Promise<{ files: FormFile[]; fields: FormFields }> {
  const files: FormFile[] = [];
  const fields: FormFields = {};
  const stop = new AbortController();
  const onStop = () => stop.abort(signal.reason);
  signal.addEventListener('abort', onStop, { once: true });
  if (signal.aborted) onStop();
  const fail = (error: unknown) => stop.abort(error);
  const unwatch = watchCaller(ctx, caller, fail, () => requireFree(ctx, 0));
  const onFile = async (field: string, given: string, content: Readable) => {
    const name = readFileName(field, given);
    const part = nameFormPart(ctx);
    ctx.state.files.formParts.add(part.name);
    begun.push(part);
    const limit = maxFileBytes(ctx) - files.reduce((bytes, { size }) => bytes + size, 0);
    files.push({ part, name, ...(await receivePart(ctx, part, { content, limit, signal: stop.signal })) });
  };
  try {
    const onField = (name: string, value: string) => readField(fields, name, value);
    const maxBytes = maxFileBytes(ctx) + formOverheadBytes;
    await readForm({ source, contentType, stop, maxBytes }, { onField, onFile });
    if (files.length === 0) throw fieldError('BAD_REQUEST', 'files', 'This form contains no file.');
    return { files, fields };
  } finally {
    unwatch();
    signal.removeEventListener('abort', onStop);
  }
}

async function receivePart(
  ctx: Ctx,
  { name, id }: FormPart,
  { content, limit, signal }: Into,
): Promise<{ size: number; hash: string }> {
  const hash = createFileHash();
  const { blobs, receiveInto } = ctx.state.files;
  const part = await blobs.createPart(name, { as: id, maxBytes: limit });
  try {
    const { bytes, ended, error } = await receiveInto({ source: content, part, position: 0, limit, hash, signal });
    if (ended === 'failed') throw error;
    signal.throwIfAborted();
    if (ended !== 'whole' && ended !== 'stopped') throw receiveErrors[ended]();
    await part.complete();
    return { size: bytes, hash: hash.digest() };
  } finally {
    await part.close();
  }
}

function readFileName(field: string, given: string): string {
  if (!fileFields.includes(field))
    throw fieldError('BAD_REQUEST', field || 'files', 'Files are sent in the field `files`.');
  const name = cleanFileName(given);
  if (name === undefined) throw fieldError('BAD_REQUEST', 'files', 'A file needs a name.');
  return name;
}
