import { describe, expect, it, vi } from 'vitest';
import { brokenStream, fakePortal } from '../../testing/fake-portal.ts';
import { followWork } from './follow-work.ts';

const progress = (percent: number, changes: object = {}) => ({
  topic: 'music.work/e1',
  event: 'progress',
  data: { isLoading: true, message: 'Downloading', percent, ...changes },
});
const close = (reason: string) => ({ event: 'close', data: { reason } });
const done = progress(100, { isLoading: false, message: 'Done', directDownloadHref: '/api/x' });

/** Each stream is read in turn; what comes after the last one is not there. */
function playStreams(...streams: (() => Response | { status: number; error?: string; code?: string })[]) {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const portal = fakePortal({
    'GET /events/{id}': () =>
      streams.shift()?.() ?? { status: 404, code: 'NOT_FOUND', error: 'There is no such stream.' },
  });
  const stop = new AbortController();
  const percents: (number | null)[] = [];
  const connections: boolean[] = [];
  const ended = followWork('e1', stop.signal, {
    onProgress: ({ percent }) => percents.push(percent),
    onConnection: (isConnected) => connections.push(isConnected),
  });
  // A rejection is looked at by the test, when it is time.
  ended.catch(() => undefined);
  return { portal, stop, percents, connections, ended };
}

describe('followWork', () => {
  it('returns how the work ended', async () => {
    const { ended, percents } = playStreams(() => brokenStream(progress(10), progress(60), done, close('finished')));
    await vi.advanceTimersByTimeAsync(0);
    expect(await ended).toMatchObject({ message: 'Done', directDownloadHref: '/api/x' });
    expect(percents).toEqual([10, 60, 100]);
  });

  it.each([
    ['the portal stops', () => brokenStream(progress(10), close('stopping'))],
    ['the connection breaks', () => brokenStream(progress(10))],
    ['the portal is busy', () => ({ status: 503, code: 'UNAVAILABLE', error: 'Busy.' })],
  ])('ends with the same result when %s meanwhile', async (_, broken) => {
    const { ended, connections } = playStreams(broken, () => brokenStream(done, close('finished')));
    await vi.advanceTimersByTimeAsync(900);
    expect(connections.at(-1)).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(await ended).toMatchObject({ directDownloadHref: '/api/x' });
    expect(connections.at(-1)).toBe(true);
  });

  it('waits longer each time that nothing comes', async () => {
    const { portal, stop } = playStreams(...Array.from({ length: 9 }, () => () => brokenStream()));
    await vi.advanceTimersByTimeAsync(14_000);
    // After 0, 1, 3 and 7 seconds; the next one would be at 15.
    expect(portal.callsOf('GET /events/{id}')).toHaveLength(4);
    stop.abort();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(portal.callsOf('GET /events/{id}')).toHaveLength(4);
  });

  it('says so when it may not be followed, or not any more', async () => {
    const { ended } = playStreams();
    await vi.advanceTimersByTimeAsync(0);
    await expect(ended).rejects.toThrow('There is no such stream.');
    const gone = playStreams(() => brokenStream({ event: 'gone', data: {} }));
    await vi.advanceTimersByTimeAsync(0);
    expect(await gone.ended).toBeUndefined();
  });
});
