import { describe, expect, it, vi } from 'vitest';
import { buildUnfinished, chooseFile, chooseFiles, startUploadList, uploadRefusal } from '../../testing/uploads.ts';

describe('a failing upload', () => {
  it.each([
    ['the line is lost', 0],
    ['the server stops', 503],
    ['the server is in trouble', 500],
    ['another request goes on with it', 423],
    ['it goes on somewhere else', 409],
    ['the body came too slowly', 408],
  ])('is tried again by itself when %s', async (_, status) => {
    const { list, attempts, lastAttempt, rows, advanceTimers } = startUploadList();
    list.add([chooseFile('a')], 'private');
    await advanceTimers();
    lastAttempt().onCreated('u9');
    lastAttempt().onProgress(0);
    lastAttempt().onProgress(6);
    lastAttempt().reject(uploadRefusal(status));
    await advanceTimers();
    expect(rows()[0]).toMatchObject({ state: 'retrying', problem: `No ${status}.`, sent: 6 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(attempts).toHaveLength(2);
    expect(lastAttempt().uploadId).toBe('u9');
    lastAttempt().onProgress(5);
    lastAttempt().onProgress(8);
    await advanceTimers();
    expect(rows()[0]).toMatchObject({ state: 'uploading', problem: undefined, sent: 8 });
    lastAttempt().resolve('u9');
    await advanceTimers();
    expect(rows()[0]).toMatchObject({ state: 'done', uploadId: 'u9', sent: 10 });
  });

  it.each([
    ['bad', 400, false],
    ['forbidden', 403, true],
    ['too large', 413, false],
    ['without space', 507, true],
  ])('fails with the words of the server when it is %s', async (_, status, mayRetry) => {
    const { list, attempts, lastAttempt, rows, advanceTimers } = startUploadList();
    list.add([chooseFile('a')], 'private');
    await advanceTimers();
    lastAttempt().reject(uploadRefusal(status));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(rows()[0]).toMatchObject({ state: 'failed', problem: `No ${status}.`, mayRetry });
    expect(attempts).toHaveLength(1);
  });

  it('fails when the file itself cannot be read', async () => {
    const { list, lastAttempt, rows, advanceTimers } = startUploadList();
    list.add([chooseFile('a')], 'private');
    await advanceTimers();
    lastAttempt().reject(new Error('This file was changed.'));
    await advanceTimers();
    expect(rows()[0]).toMatchObject({ state: 'failed', problem: 'This file was changed.', mayRetry: false });
  });

  it('backs off up to half a minute and never gives up', async () => {
    const { list, attempts, lastAttempt, advanceTimers } = startUploadList();
    list.add([chooseFile('a')], 'private');
    await advanceTimers();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const [before, count] = [Date.now(), attempts.length];
      lastAttempt().reject(uploadRefusal(0));
      while (attempts.length === count) await vi.advanceTimersByTimeAsync(250);
      waits.push(Math.round((Date.now() - before) / 1000));
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
  });

  it('resets the back-off once more bytes have arrived', async () => {
    const { list, attempts, lastAttempt, advanceTimers } = startUploadList();
    list.add([chooseFile('a')], 'private');
    await advanceTimers();
    for (const wait of [1000, 2000, 4000]) {
      lastAttempt().reject(uploadRefusal(0));
      await vi.advanceTimersByTimeAsync(wait + 100);
    }
    lastAttempt().onProgress(5);
    lastAttempt().reject(uploadRefusal(0));
    await vi.advanceTimersByTimeAsync(1100);
    expect(attempts).toHaveLength(5);
  });

  it('honours Retry-After for all files', async () => {
    const { list, attempts, lastAttempt, names, advanceTimers } = startUploadList();
    list.add(chooseFiles('a', 'b', 'c', 'd'), 'private');
    await advanceTimers();
    attempts[0]?.reject(uploadRefusal(429, 'Too many.', { retryAfterS: 20 }));
    await advanceTimers();
    attempts[1]?.resolve('f2');
    await vi.advanceTimersByTimeAsync(19_000);
    expect(names()).toEqual(['a', 'b', 'c']);
    await vi.advanceTimersByTimeAsync(1500);
    expect(names().toSorted()).toEqual(['a', 'a', 'b', 'c', 'd']);
    expect(lastAttempt().uploadId).toBeUndefined();
  });

  it('lets others go first when only this upload has a problem', async () => {
    const { list, attempts, names, states, advanceTimers } = startUploadList();
    list.add(chooseFiles('a', 'b', 'c', 'd', 'e'), 'private');
    await advanceTimers();
    for (const attempt of attempts.slice(0, 2)) attempt.reject(uploadRefusal(500));
    await advanceTimers();
    expect(names()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(states()).toEqual(['retrying', 'retrying', 'uploading', 'uploading', 'uploading']);
    for (const attempt of attempts.slice(2)) attempt.resolve('f');
    await vi.advanceTimersByTimeAsync(1200);
    expect(names().slice(5)).toEqual(['a', 'b']);
  });

  it('is retried on demand, alone or with all others', async () => {
    const { list, attempts, states, rows, advanceTimers } = startUploadList();
    list.add(chooseFiles('a', 'b', 'c'), 'private');
    await advanceTimers();
    attempts[0]?.reject(uploadRefusal(507));
    attempts[1]?.reject(uploadRefusal(507));
    attempts[2]?.reject(uploadRefusal(400));
    await advanceTimers();
    expect(list.getSnapshot().totals).toMatchObject({ failed: 3, retryable: 2, underWay: 0 });
    list.retry(rows()[0]?.id ?? '');
    await advanceTimers();
    expect(states()).toEqual(['uploading', 'failed', 'failed']);
    list.retryFailed();
    await advanceTimers();
    expect(states()).toEqual(['uploading', 'uploading', 'failed']);
  });
});

describe('an unfinished upload', () => {
  it('resumes where it stopped', async () => {
    const { list, lastAttempt, advanceTimers } = startUploadList({
      unfinished: [buildUnfinished({ uploadId: 'other', fingerprint: 'b|10|7' }), buildUnfinished()],
    });
    list.add([chooseFile('maps/island.png')], 'private');
    await advanceTimers();
    expect(lastAttempt().uploadId).toBe('u1');
  });

  it.each([
    ['another file', buildUnfinished({ fingerprint: 'maps/island.png|10|8' })],
    ['one of another size', buildUnfinished({ size: 11 })],
    ['one for other people', buildUnfinished({ visibility: 'public' })],
  ])('is left alone when it is %s', async (_, known) => {
    const { list, lastAttempt, advanceTimers } = startUploadList({ unfinished: [known] });
    list.add([chooseFile('maps/island.png')], 'private');
    await advanceTimers();
    expect(lastAttempt().uploadId).toBeUndefined();
  });

  it('is resumed by only one of two identical files', async () => {
    const { list, attempts, advanceTimers } = startUploadList({ unfinished: [buildUnfinished()] });
    list.add([chooseFile('maps/island.png'), chooseFile('maps/island.png')], 'private');
    await advanceTimers();
    expect(attempts.map(({ uploadId }) => uploadId)).toEqual(['u1', undefined]);
  });

  it.each([404, 410])('starts over when the server no longer knows it (%i)', async (status) => {
    const { list, lastAttempt, attempts, rows, advanceTimers } = startUploadList({ unfinished: [buildUnfinished()] });
    list.add([chooseFile('maps/island.png')], 'private');
    await advanceTimers();
    lastAttempt().onProgress(4);
    lastAttempt().reject(uploadRefusal(status));
    await advanceTimers();
    expect(attempts.map(({ uploadId }) => uploadId)).toEqual(['u1', undefined]);
    expect(rows()[0]).toMatchObject({ state: 'uploading', sent: 0 });
  });

  it('is looked up again when the connection broke before its id arrived', async () => {
    const { list, lastAttempt, prepare, advanceTimers } = startUploadList();
    list.add([chooseFile('maps/island.png')], 'private');
    await advanceTimers();
    prepare.mockResolvedValue({ maxFileBytes: 1_000_000, unfinished: [buildUnfinished()] });
    lastAttempt().reject(uploadRefusal(0));
    await vi.advanceTimersByTimeAsync(1100);
    expect(lastAttempt().uploadId).toBe('u1');
  });

  it('resumes with the file chosen for it', async () => {
    const { list, lastAttempt, advanceTimers } = startUploadList();
    list.resume(
      chooseFile('island.png').file,
      buildUnfinished({ uploadId: 'u7', fileName: 'maps/island.png', visibility: 'public' }),
    );
    await advanceTimers();
    expect(lastAttempt()).toMatchObject({
      uploadId: 'u7',
      metadata: { filename: 'maps/island.png', visibility: 'public' },
    });
  });
});
