import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { id, idParams, isoDate, nothing } from './shared/schemas.ts';
import { defineTopics } from './shared/topic.ts';

/** Who may open a file: everyone who has its link, its uploader alone, or everyone from Admin upwards. */
export const visibilities = ['public', 'private', 'admins'] as const;
export type Visibility = (typeof visibilities)[number];
const visibility = z.enum(visibilities);

/** What a file can be shown as; everything else is only downloaded. */
export const previewKinds = ['image', 'audio', 'video', 'pdf', 'text', 'none'] as const;

const file = z.object({
  fileId: id,
  /** With the folders it was uploaded in: `maps/island.png`. Never a path on the server's disk. */
  fileName: z.string(),
  /** A user name; empty if the account was removed. */
  uploadedBy: z.string().nullable(),
  uploadedAt: isoDate,
  /** Bytes. */
  size: z.number(),
  visibility,
});

const fileDetails = file.extend({
  preview: z.enum(previewKinds),
  /** XXH3 (64 bits) of the content, in hexadecimal. */
  hash: z.string(),
  /** Whether the caller may change who sees it, and delete it. */
  mayChange: z.boolean(),
});

/** An unfinished upload that can be resumed until it expires. */
const upload = z.object({
  uploadId: id,
  fileName: z.string(),
  size: z.number(),
  /** Bytes that are stored. */
  received: z.number(),
  visibility,
  /** How the uploader identifies the file: as given when the upload began. */
  fingerprint: z.string().nullable(),
  startedAt: isoDate,
  expiresAt: isoDate,
});

/** A signed URL carries its authorization: for whom, until when. */
const linkQuery = z.object({
  for: z.string().max(64),
  expires: z.string().max(16),
  signature: z.string().max(64),
});

export const filesRoutes = defineRoutes({
  'GET /files': {
    summary: 'The files that the caller may open, newest first',
    right: 'admin',
    scope: 'files',
    reply: z.array(file),
  },
  'GET /files/usage': {
    summary: 'Storage usage and quota',
    right: 'admin',
    scope: 'files',
    reply: z.object({
      files: z.number(),
      bytes: z.number(),
      quotaBytes: z.number(),
      maxFileBytes: z.number(),
    }),
  },
  /** Who may open a file depends on its visibility: the service decides, and returns 404 to everyone else. */
  'GET /files/{id}': {
    summary: 'A file',
    right: 'anyone',
    scope: 'files',
    knowsCaller: true,
    params: idParams,
    reply: fileDetails,
  },
  'GET /files/{id}/raw': {
    summary: 'A text file as it is; INVALID_TYPE if it is not text or too long',
    right: 'anyone',
    scope: 'files',
    knowsCaller: true,
    params: idParams,
    reply: 'raw',
  },
  'GET /files/{id}/content': {
    summary: 'The content of a file, by a signed URL; supports ranges',
    right: 'anyone',
    params: idParams,
    query: linkQuery,
    reply: 'raw',
  },
  'POST /files/{id}/download': {
    summary: 'A URL to download the file from, valid for one minute',
    right: 'anyone',
    scope: 'files',
    knowsCaller: true,
    params: idParams,
    reply: z.object({ url: z.string() }),
  },
  'POST /files/{id}/view': {
    summary: 'A URL that shows an image, a sound, a video or a PDF, valid while the session lasts, a day at most',
    right: 'anyone',
    scope: 'files',
    knowsCaller: true,
    params: idParams,
    reply: z.object({ url: z.string() }),
  },
  'PUT /files/{id}': {
    summary: 'Change who may open a file',
    right: 'admin',
    scope: 'files',
    params: idParams,
    body: z.object({ visibility }),
    reply: fileDetails,
  },
  'DELETE /files/{id}': {
    summary: 'Delete a file; it can be restored for an hour',
    right: 'admin',
    scope: 'files',
    params: idParams,
    reply: nothing,
  },
  'POST /files/{id}/restore': {
    summary: 'Restore a file that was deleted recently',
    right: 'admin',
    scope: 'files',
    params: idParams,
    reply: fileDetails,
  },
  'POST /files': {
    summary:
      'Upload files as multipart/form-data: isPrivate (true or false), allowedRoles (joined by commas), then the files with their relative paths',
    right: 'admin',
    scope: 'files',
    body: 'multipart',
    reply: z.array(file),
  },

  'GET /files/uploads': {
    summary: 'Your unfinished uploads, newest first',
    right: 'admin',
    scope: 'files',
    reply: z.array(upload),
  },
  /** The resumable way, by tus 1.0.0 (core, creation, creation-with-upload, termination, expiration). */
  'OPTIONS /files/uploads': { summary: 'tus: capabilities of this server', right: 'anyone', reply: 'raw' },
  'POST /files/uploads': {
    summary:
      'tus: begin an upload. Upload-Metadata: filename, visibility (public, private or admins), fingerprint (optional). The file has the id of its upload',
    right: 'admin',
    scope: 'files',
    body: 'bytes',
    reply: 'raw',
  },
  'HEAD /files/uploads/{id}': {
    summary: 'tus: offset of an upload',
    right: 'admin',
    scope: 'files',
    params: idParams,
    reply: 'raw',
  },
  'PATCH /files/uploads/{id}': {
    summary: 'tus: the next bytes; the last one completes the file',
    right: 'admin',
    scope: 'files',
    params: idParams,
    body: 'bytes',
    reply: 'raw',
  },
  'DELETE /files/uploads/{id}': {
    summary: 'tus: cancel an upload',
    right: 'admin',
    scope: 'files',
    params: idParams,
    reply: 'raw',
  },
});

export const filesTopics = defineTopics({
  /** A file was added, removed or changed: refetch the list. */
  files: { right: 'admin', scope: 'files', isKeyed: false, snapshot: nothing, events: { changed: nothing } },
});
