import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { idParams, isoDate } from './schemas.ts';

const file = z.object({
  fileId: z.string(),
  fileName: z.string(),
  uploadedBy: z.string(),
  uploadedAt: isoDate,
});

export const filesRoutes = defineRoutes({
  'GET /files': { summary: 'The files this Admin may open', right: 'admin', reply: z.array(file) },
  /** Who may open a file depends on its visibility: the handler decides, and answers 404 to everyone else. */
  'GET /files/{id}': { summary: 'A file', right: 'anyone', params: idParams, reply: file },
  'GET /files/{id}/raw': { summary: 'A text file as it is', right: 'anyone', params: idParams, reply: 'raw' },
  'POST /files': {
    summary: 'Upload files: isPrivate, allowedRoles and the files with their relative paths',
    right: 'admin',
    body: 'multipart',
    reply: z.array(file),
  },
  'POST /files/{id}/download': {
    summary: 'A short-lived address to download the file from',
    right: 'anyone',
    params: idParams,
    reply: z.object({ url: z.string() }),
  },
});
