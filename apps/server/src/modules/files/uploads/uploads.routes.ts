import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import { fieldError } from '../../../errors.ts';
import type { Mount } from '../../../mount.ts';
import { tusVersion } from '../../../plugins/tus.ts';
import { uploadForm } from '../forms/forms.service.ts';
import { maxFileBytes } from '../quota.service.ts';
import { readMetadata } from './upload-metadata.ts';
import * as uploads from './uploads.service.ts';

const extensions = 'creation,creation-with-upload,termination,expiration';

/** Uploads: those that can go on after anything, by tus 1.0.0, and those of a form. */
export function uploadRoutes(mount: Mount): void {
  mount('OPTIONS /files/uploads', ({ ctx, reply }) => {
    const headers = { 'tus-version': tusVersion, 'tus-extension': extensions, 'tus-max-size': maxFileBytes(ctx) };
    void reply.code(204).headers(headers).send();
  });
  mount('GET /files/uploads', ({ ctx, caller }) => uploads.listUploads(ctx, caller));
  mount('POST /files/uploads', async ({ ctx, caller, request, reply }) => {
    const { headers } = request;
    if (headers['upload-defer-length'] !== undefined)
      throw fieldError('BAD_REQUEST', 'Upload-Defer-Length', 'The header Upload-Length is required.');
    const size = readCount('Upload-Length', headers['upload-length']);
    const begun = { size, ...readMetadata(String(headers['upload-metadata'] ?? '')) };
    const length = bodyLength(request.raw);
    const state =
      length === 0
        ? await uploads.beginUpload(ctx, caller, begun)
        : await uploads.beginUploadWith(ctx, caller, begun, { length, source: request.raw });
    sendState(reply.code(201).header('location', `/api/files/uploads/${state.id}`), state);
  });
  mount('HEAD /files/uploads/{id}', async ({ ctx, caller, params, reply }) => {
    const state = await uploads.readUpload(ctx, caller, params.id);
    sendState(reply.code(200).header('upload-length', state.size), state);
  });
  mount('PATCH /files/uploads/{id}', async ({ ctx, caller, params, request, reply }) => {
    const offset = readCount('Upload-Offset', request.headers['upload-offset']);
    const sent = { offset, length: bodyLength(request.raw), source: request.raw };
    sendState(reply.code(204), await uploads.appendToUpload(ctx, caller, params.id, sent));
  });
  mount('POST /files', ({ ctx, caller, request }) => {
    const contentType = request.headers['content-type'] ?? '';
    return uploadForm(ctx, caller, { source: request.raw, contentType, length: bodyLength(request.raw) });
  });
  mount('DELETE /files/uploads/{id}', async ({ ctx, caller, params, reply }) => {
    await uploads.removeUpload(ctx, caller, params.id);
    void reply.code(204).send();
  });
}

function sendState(reply: FastifyReply, { received, expiresAt }: uploads.UploadState): void {
  reply.header('upload-offset', received);
  if (expiresAt) reply.header('upload-expires', expiresAt.toUTCString());
  void reply.send();
}

function readCount(field: string, given: string | string[] | undefined): number {
  const isCount = typeof given === 'string' && /^\d{1,15}$/.test(given);
  if (!isCount) throw fieldError('BAD_REQUEST', field, `${field} must be a number of bytes.`);
  return Number(given);
}

/** Undefined where the sender does not say. */
function bodyLength({ headers }: IncomingMessage): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  return Number(headers['content-length'] ?? 0);
}
