import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, expect, it, vi } from 'vitest';
import { BlobStoreUnavailableError } from '../../platform/files/blob-store.ts';
import { postForm, type FormPart } from './forms/multipart.fixture.ts';
import { startUploadsTest, type Listed } from './uploads/uploads.fixture.ts';

const test = await startUploadsTest();
const { blobs } = test.app.ctx.state.files;
const post = (...parts: FormPart[]) => postForm(test, parts);
const failing = (code: string, syscall: string) => Object.assign(new Error(`${code}: ${syscall}`), { code, syscall });
afterEach(() => vi.restoreAllMocks());

it.each([
  ['the flush of the file', 0],
  ['the flush of its folder', 1],
])('refuses an upload with 503 if %s fails, and leaves nothing behind', async (_, at) => {
  const probe = await open(tmpdir());
  const sync = vi.spyOn(Object.getPrototypeOf(probe) as FileHandle, 'sync');
  await probe.close();
  for (let call = 0; call < at; call += 1) sync.mockResolvedValueOnce(undefined);
  sync.mockRejectedValueOnce(failing('EIO', 'fsync'));
  expect(await post({ fileName: 'a.txt', value: 'text' })).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  expect(test.parts()).toEqual([]);
});

it('refuses an upload with 503 if the storage is gone before its parts are removed', async () => {
  const gone = new BlobStoreUnavailableError('s3.example.org cannot be reached');
  vi.spyOn(blobs, 'removePart').mockRejectedValueOnce(gone);
  const createPart = blobs.createPart.bind(blobs);
  let name = '';
  vi.spyOn(blobs, 'createPart').mockImplementationOnce(async (...given) => {
    [name] = given;
    const part = await createPart(...given);
    return { ...part, write: async () => ({ bytes: 0, error: gone }) };
  });
  expect(await post({ fileName: 'a.txt', value: 'text' })).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  await blobs.removePart(name);
  expect(test.parts()).toEqual([]);
});

it('refuses an upload with 503 while too many files are open', async () => {
  vi.spyOn(blobs, 'createPart').mockRejectedValueOnce(failing('EMFILE', 'open'));
  expect(await post({ fileName: 'a.txt', value: 'text' })).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
});

it('shows a file at once that could not be moved to its final path when it was stored', async () => {
  vi.spyOn(blobs, 'commitAll').mockRejectedValueOnce(failing('EIO', 'rename'));
  const { status, data } = await post({ fileName: 'late.txt', value: 'text' });
  expect(status).toBe(200);
  expect(test.parts()).toHaveLength(1);
  const [{ fileId } = { fileId: '' }] = data as Listed[];
  const read = await fetch(`${test.url}/api/files/${fileId}/raw`, { headers: test.admin.headers });
  expect([read.status, await read.text()]).toEqual([200, 'text']);
  expect(test.parts()).toEqual([]);
});
