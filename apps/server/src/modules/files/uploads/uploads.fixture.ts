import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest, type ClientRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { xxh3 } from '@node-rs/xxhash';
import { roles } from '@tribehall/contract';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../../testing/test-users.ts';
import { onFileFinished } from '../../../testing/cleanup.ts';

export type Reply = {
  status: number;
  headers: IncomingHttpHeaders;
  code: string | undefined;
  fields: string[];
  data: unknown;
};
export type Asked = { method: string; headers?: Record<string, string | number>; body?: Buffer | string };
export type Listed = { fileId: string; fileName: string; size: number; visibility: string };

/** A portal that listens, with a folder of its own and an Admin. */
export async function startUploadsTest(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tribehall-uploads-'));
  const app = await createTestApp({ DATA_DIR: folder, FILES_KEEP_FREE_MB: '0', ...settings });
  onFileFinished(() => rmSync(folder, { recursive: true, force: true }));
  const admin = await createTestUser(app, { roles: [roles.Admin] });
  return { app, folder, admin, ...callsTo(await listen(app), settings['FILES_DIR'] ?? join(folder, 'files'), admin) };
}

export type UploadsTest = Awaited<ReturnType<typeof startUploadsTest>>;

/** What tests do with a portal and its folder. */
export function callsTo(url: string, folder: string, admin: TestUser) {
  const start = (path: string, asked: Asked, user = admin) => startRequest(`${url}/api${path}`, asked, user);
  const ask = (path: string, asked: Asked, user = admin): Promise<Reply> => {
    const { request, reply } = start(path, asked, user);
    request.end(asked.body);
    return reply;
  };
  return {
    url,
    /** A call whose body is still to come. */
    start,
    ask,
    /** Begins an upload by tus and returns its path. */
    begin: async (size: number, name = 'map.bin', user = admin) => {
      const headers = { 'upload-length': size, 'upload-metadata': metadata({ filename: name, visibility: 'public' }) };
      const { headers: replied } = await ask('/files/uploads', { method: 'POST', headers }, user);
      return String(replied.location).replace('/api', '');
    },
    patch: (path: string, offset: number, body: Buffer | string, user = admin) =>
      ask(path, { method: 'PATCH', headers: { ...bytesType, 'upload-offset': offset }, body }, user),
    list: async (user = admin) => (await ask('/files', { method: 'GET' }, user)).data as Listed[],
    parts: () => namesIn(join(folder, 'parts')),
    stored: () => namesIn(join(folder, 'kept')),
    content: (id: string) => readFileSync(join(folder, 'kept', id)),
  };
}

export async function listen({ http }: Pick<TestApp, 'http'>): Promise<string> {
  await http.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
}

export function metadata(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

export const bytesType = { 'content-type': 'application/offset+octet-stream' };

export function hashOf(bytes: Buffer): string {
  return xxh3.xxh64(bytes).toString(16).padStart(16, '0');
}

export function idOf(path: string): string {
  return path.split('/').at(-1) ?? '';
}

function startRequest(
  url: string,
  { method, headers }: Asked,
  user: TestUser,
): { request: ClientRequest; reply: Promise<Reply> } {
  const sent = { ...user.headers, 'tus-resumable': '1.0.0', ...headers };
  const request = httpRequest(url, { method, headers: sent, agent: false });
  const reply = new Promise<Reply>((resolve, reject) => {
    request.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('error', reject).on('end', () => resolve(toReply(response.statusCode ?? 0, response.headers, text)));
    });
  });
  reply.catch(() => {});
  return { request, reply };
}

function toReply(status: number, headers: IncomingHttpHeaders, text: string): Reply {
  const { code, details, data } = (text.startsWith('{') ? JSON.parse(text) : {}) as {
    code?: string;
    details?: { fields?: { field: string }[] };
    data?: unknown;
  };
  return { status, headers, code, fields: details?.fields?.map(({ field }) => field) ?? [], data };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}
