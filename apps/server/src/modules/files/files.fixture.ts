import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { roles, type Visibility } from '@tribehall/contract';
import { files } from '../../db/tables/files.table.ts';
import { createFileHash } from '../../platform/files/file-hash.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { onFileFinished } from '../../testing/cleanup.ts';

export type Reply<T = unknown> = { status: number; code?: string; error?: string; data: T; details?: unknown };

type Given = { name?: string; content?: string | Buffer; visibility?: Visibility; uploader?: TestUser };

/** The real app with a folder for files of its own, listening. */
export async function startFilesTest(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  onFileFinished(() => rmSync(folder, { recursive: true, force: true }));
  const app = await createTestApp({ DATA_DIR: folder, FILES_DIR: join(folder, 'blobs'), ...settings });
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
  return {
    app,
    folder,
    url: address,
    port: (app.http.server.address() as AddressInfo).port,
    admin: () => createTestUser(app, { roles: [roles.Admin] }),
    add: (given: Given) => addTestFile(app, given),
    call: async <T>(
      user: TestUser | undefined,
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      body?: object,
    ) => {
      const headers = user?.headers ?? {};
      const reply = await app.http.inject({ method, url: `/api/files${path}`, headers, ...(body ? { body } : {}) });
      return reply.json<Reply<T>>();
    },
    /** An address for the file, whole, as this user gets it. */
    link: async (user: TestUser | undefined, id: string, use: 'download' | 'view' = 'download') => {
      const url = `/api/files/${id}/${use}`;
      const reply = await app.http.inject({ method: 'POST', url, headers: user?.headers ?? {} });
      return `${address}${reply.json<Reply<{ url: string }>>().data.url}`;
    },
  };
}

/** A file that is whole: its blob, and its row in the database. */
export async function addTestFile({ ctx }: Pick<TestApp, 'ctx'>, given: Given): Promise<string> {
  const { name = 'picture.png', content = 'Some text.\n', visibility = 'public', uploader } = given;
  const id = randomUUID();
  const bytes = Buffer.from(content);
  const hash = createFileHash();
  hash.update(bytes);
  const { blobs } = ctx.state.files;
  await blobs.create();
  const part = await blobs.createPart(id, { as: id });
  await part.write([bytes], 0);
  await part.complete();
  await part.close();
  await blobs.commitAll([{ part: id, as: id }]);
  await ctx.db.insert(files).values({
    id,
    name,
    size: bytes.length,
    hash: hash.digest(),
    visibility,
    uploaderId: uploader?.id ?? null,
    uploadedAt: ctx.clock(),
  });
  return id;
}
