import { describe, expect, it, vi } from 'vitest';
import { buildUnfinished, chooseFile, chooseFiles, startUploadList, uploadRefusal } from '../../testing/uploads.ts';

describe('the list of uploads', () => {
  it('sends three at once, in the order they were chosen', async () => {
    const { list, attempts, names, states, advanceTimers } = startUploadList();
    list.add(chooseFiles('a', 'b', 'c', 'd', 'e'), 'private');
    await advanceTimers();
    expect(names()).toEqual(['a', 'b', 'c']);
    expect(states()).toEqual(['uploading', 'uploading', 'uploading', 'waiting', 'waiting']);
    attempts[1]?.resolve('f2');
    await advanceTimers();
    expect(names()).toEqual(['a', 'b', 'c', 'd']);
    expect(states()).toEqual(['uploading', 'done', 'uploading', 'uploading', 'waiting']);
    expect(list.getSnapshot().rows[1]?.uploadId).toBe('f2');
  });

  it('sends name, visibility and fingerprint with each file', async () => {
    const { list, lastAttempt, advanceTimers } = startUploadList();
    list.add([chooseFile('maps/island.png')], 'admins');
    await advanceTimers();
    expect(lastAttempt().metadata).toEqual({
      filename: 'maps/island.png',
      visibility: 'admins',
      fingerprint: 'maps/island.png|10|7',
    });
    expect(lastAttempt().uploadId).toBeUndefined();
  });

  it('rejects files that are too large before sending anything', async () => {
    const { list, names, rows, advanceTimers } = startUploadList({ maxFileBytes: 100 });
    list.add(
      [chooseFile('a'), chooseFile('b'), chooseFile('c'), chooseFile('big', 101), chooseFile('huge', 102)],
      'private',
    );
    await advanceTimers();
    expect(names()).toEqual(['a', 'b', 'c']);
    expect(rows()[4]).toMatchObject({ state: 'failed', problem: 'File is too large.', mayRetry: false });
    expect(rows()[3]).toMatchObject({ state: 'failed' });
  });

  it('fails all of them when uploading is not allowed', async () => {
    const { list, prepare, attempts, states, advanceTimers } = startUploadList();
    prepare.mockRejectedValue(uploadRefusal(403));
    list.add(chooseFiles('a', 'b', 'c', 'd', 'e'), 'private');
    await advanceTimers();
    expect(states()).toEqual(['failed', 'failed', 'failed', 'failed', 'failed']);
    expect(prepare.mock.calls.length).toBeLessThan(3);
    expect(attempts).toEqual([]);
  });
});

describe('cancelling', () => {
  it('stops one, discards it on the server and starts the next', async () => {
    const { list, lastAttempt, attempts, names, states, rows, discarded, advanceTimers } = startUploadList();
    list.add(chooseFiles('a', 'b', 'c', 'd'), 'private');
    await advanceTimers();
    attempts[0]?.onCreated('u5');
    list.cancel(rows()[0]?.id ?? '');
    await advanceTimers();
    expect(attempts[0]?.signal.aborted).toBe(true);
    expect(discarded).toEqual(['u5']);
    expect(names()).toEqual(['a', 'b', 'c', 'd']);
    expect(states()).toEqual(['cancelled', 'uploading', 'uploading', 'uploading']);
    lastAttempt().resolve('f4');
    await advanceTimers();
    expect(states()).toEqual(['cancelled', 'uploading', 'uploading', 'done']);
  });

  it('finds the upload by fingerprint when its id never arrived', async () => {
    const { list, rows, prepare, discarded, advanceTimers } = startUploadList();
    list.add([chooseFile('maps/island.png')], 'private');
    await advanceTimers();
    prepare.mockResolvedValue({ maxFileBytes: 1_000_000, unfinished: [buildUnfinished()] });
    list.cancel(rows()[0]?.id ?? '');
    await advanceTimers();
    expect(discarded).toEqual(['u1']);
  });

  it('cancels all of them, including one that waits for a retry', async () => {
    const { list, attempts, states, advanceTimers } = startUploadList();
    list.add(chooseFiles('a', 'b', 'c', 'd', 'e'), 'private');
    await advanceTimers();
    attempts[0]?.resolve('f1');
    attempts[1]?.reject(uploadRefusal(0));
    await advanceTimers();
    list.cancelAll();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(states()).toEqual(['done', 'cancelled', 'cancelled', 'cancelled', 'cancelled']);
    expect(attempts).toHaveLength(4);
    list.clear(['done', 'cancelled']);
    await advanceTimers();
    expect(states()).toEqual([]);
  });

  it('forgets everything on logout without calling the server', async () => {
    const { list, attempts, states, discarded, advanceTimers } = startUploadList();
    list.add(chooseFiles('a', 'b', 'c', 'd', 'e'), 'private');
    await advanceTimers();
    attempts[0]?.onCreated('u5');
    list.forget();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(states()).toEqual([]);
    expect(attempts.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
    expect(discarded).toEqual([]);
  });

  it('also cancels files that were not queued yet', async () => {
    const { list, states, advanceTimers } = startUploadList();
    const many = Array.from({ length: 250 }, (_, index) => chooseFile(`${index}`));
    list.add(many, 'private');
    list.forget();
    await advanceTimers();
    expect(states()).toEqual([]);
    list.add(many, 'private');
    list.cancelAll();
    await advanceTimers();
    expect(states().filter((state) => state !== 'cancelled')).toEqual([]);
  });

  it('starts nothing while it is unknown who is logged in', async () => {
    const { list, attempts, names, advanceTimers } = startUploadList();
    list.add(chooseFiles('a', 'b', 'c', 'd'), 'private');
    await advanceTimers();
    list.holdFor(new Promise((resolve) => setTimeout(resolve, 5000)));
    attempts[0]?.resolve('f1');
    await vi.advanceTimersByTimeAsync(4000);
    expect(names()).toEqual(['a', 'b', 'c']);
    await vi.advanceTimersByTimeAsync(1500);
    expect(names()).toEqual(['a', 'b', 'c', 'd']);
  });
});
