import { randomBytes } from 'node:crypto';
import { Upload, type UploadOptions } from 'tus-js-client';
import { expect, it } from 'vitest';
import { buildApp } from '../../../app.ts';
import { restarted } from '../../../testing/test-app.ts';
import { callsTo, hashOf, idOf, listen, startUploadsTest } from './uploads.fixture.ts';

const test = await startUploadsTest();
const { app, admin } = test;

/** The real client, until it is done or has failed. */
function send(bytes: Buffer, options: Partial<UploadOptions> = {}): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(bytes, {
      endpoint: `${test.url}/api/files/uploads`,
      headers: admin.headers,
      retryDelays: [0, 100, 500, 1000],
      metadata: { filename: 'maps/island.bin', visibility: 'public' },
      onSuccess: () => resolve(upload),
      onError: reject,
      ...options,
    });
    upload.start();
  });
}

const detailsOf = async (id: string) => (await test.ask(`/files/${id}`, { method: 'GET' })).data;

it('takes a file from the real client', async () => {
  const bytes = randomBytes(5_000_001);
  const id = idOf((await send(bytes)).url ?? '');
  expect(test.content(id).equals(bytes)).toBe(true);
  expect(await detailsOf(id)).toMatchObject({
    fileId: id,
    fileName: 'maps/island.bin',
    size: bytes.length,
    hash: hashOf(bytes),
    visibility: 'public',
    uploadedBy: admin.username,
  });
  expect(test.parts()).toEqual([]);
});

it.each([[0], [1], [100_000]])(
  'takes a file of %i bytes in pieces, with the first one in the creation',
  async (size) => {
    const bytes = randomBytes(size);
    const upload = await send(bytes, { chunkSize: 30_000, uploadDataDuringCreation: true });
    const id = idOf(upload.url ?? '');
    expect(test.content(id).equals(bytes)).toBe(true);
    expect(await detailsOf(id)).toMatchObject({ size, hash: hashOf(bytes) });
  },
);

it('continues where the client stopped, also in a portal that was restarted', async () => {
  const bytes = randomBytes(3_000_000);
  const url = await new Promise<string>((resolve) => {
    const upload: Upload = new Upload(bytes, {
      endpoint: `${test.url}/api/files/uploads`,
      headers: admin.headers,
      chunkSize: 1_000_000,
      metadata: { filename: 'save.ark', visibility: 'admins', fingerprint: 'save.ark-3000000' },
      onChunkComplete: (_, accepted) => {
        if (accepted === 1_000_000) void upload.abort().then(() => resolve(upload.url ?? ''));
      },
    });
    upload.start();
  });
  const id = idOf(url);
  const unfinished = (await test.ask('/files/uploads', { method: 'GET' })).data as { uploadId: string }[];
  expect(unfinished).toMatchObject([
    { uploadId: id, fileName: 'save.ark', fingerprint: 'save.ark-3000000', size: 3_000_000 },
  ]);

  const again = buildApp(restarted(app.ctx, { ...app.ctx.config }), '/nowhere');
  const restartedAddress = await listen(again);
  let first = -1;
  const uploadUrl = `${restartedAddress}/api/files/uploads/${id}`;
  await send(bytes, { uploadUrl, onProgress: (sent) => (first = first < 0 ? sent : first) });
  expect(first).toBeGreaterThanOrEqual(1_000_000);
  expect(test.content(id).equals(bytes)).toBe(true);
  expect(await detailsOf(id)).toMatchObject({ hash: hashOf(bytes), visibility: 'admins' });
  expect((await test.ask('/files/uploads', { method: 'GET' })).data).toEqual([]);
  await again.http.close();
});

it('stores what arrived when the portal stops in the middle of a request', async () => {
  const bytes = randomBytes(400_000);
  const one = buildApp(restarted(app.ctx, { ...app.ctx.config }), '/nowhere');
  const calls = callsTo(await listen(one), '', admin);
  const path = await calls.begin(bytes.length);
  const { request, reply } = calls.start(path, {
    method: 'PATCH',
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': 0, 'content-length': bytes.length },
  });
  await new Promise((resolve) => request.write(bytes.subarray(0, 150_000), resolve));
  await expect.poll(() => test.parts()).toContain(idOf(path));
  const closed = one.http.close();
  await Promise.allSettled([reply, closed]);
  request.destroy();

  const { headers } = await test.ask(path, { method: 'HEAD' });
  const received = Number(headers['upload-offset']);
  expect((await test.patch(path, received, bytes.subarray(received))).status).toBe(204);
  expect(test.content(idOf(path)).equals(bytes)).toBe(true);
});

it('aborts an upload at the request of the client', async () => {
  const path = await test.begin(10);
  await test.patch(path, 0, '12345');
  expect(test.parts()).toEqual([idOf(path)]);
  await Upload.terminate(`${test.url}/api${path}`, { headers: admin.headers });
  expect(test.parts()).toEqual([]);
  expect((await test.ask(path, { method: 'HEAD' })).status).toBe(404);
});

it('reports a complete file to a client that missed the last reply', async () => {
  const bytes = randomBytes(1000);
  const path = await test.begin(bytes.length);
  await test.patch(path, 0, bytes);
  await send(bytes, { uploadUrl: `${test.url}/api${path}` });
  expect((await test.list()).filter(({ fileId }) => fileId === idOf(path))).toHaveLength(1);
  expect((await test.patch(path, 1000, '')).status).toBe(204);
  expect((await test.patch(path, 1000, 'more')).status).toBe(413);
  expect((await test.patch(path, 0, bytes)).status).toBe(409);
});
