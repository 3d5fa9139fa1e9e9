import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { createLive } from './live.ts';
import type { SseFrame } from '../api/event-stream.ts';

type Opening = { topics: string[]; lastEventId: string | undefined; signal: AbortSignal };

const message = (topic: string, event: string, data: unknown = {}) => JSON.stringify({ topic, event, data });
/** Until a change of the topics counts. */
const settleMs = 150;
const close = (reason: string) => JSON.stringify({ event: 'close', data: { reason } });

/** A transport that plays the given streams in turn; a stream without an end stays open. */
function buildLive(...streams: ((SseFrame | 'open')[] | Error)[]) {
  const openings: Opening[] = [];
  const checkSession = vi.fn<() => Promise<void>>(async () => undefined);
  const openStream = async (topics: string[], lastEventId: string | undefined, signal: AbortSignal) => {
    openings.push({ topics, lastEventId, signal });
    const stream = streams.shift() ?? ['open'];
    if (stream instanceof Error) throw stream;
    return play(stream, signal);
  };
  return { openings, checkSession, live: createLive({ openStream, checkSession, hasSession: () => true }) };
}

async function* play(stream: (SseFrame | 'open')[], signal: AbortSignal): AsyncGenerator<SseFrame> {
  for (const frame of stream) {
    if (frame !== 'open') yield frame;
    else await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => vi.useRealTimers());

describe('live', () => {
  it('opens one stream for all topics and is live', async () => {
    const { live, openings } = buildLive();
    live.subscribe('users.me', () => undefined);
    live.subscribe('audit', () => undefined);
    await vi.advanceTimersByTimeAsync(settleMs);
    expect(openings.map(({ topics }) => topics)).toEqual([['audit', 'users.me']]);
    expect(live.getState()).toBe('live');
  });

  it('hands messages on in batches, to their topic only', async () => {
    const { live } = buildLive([
      { id: '1', data: message('audit', 'added', { id: 'a' }) },
      { id: '2', data: message('audit', 'added', { id: 'b' }) },
      'open',
    ]);
    const onAudit = vi.fn<(messages: unknown[]) => void>();
    const onMe = vi.fn<() => void>();
    live.subscribe('audit', onAudit);
    live.subscribe('users.me', onMe);
    await vi.advanceTimersByTimeAsync(settleMs + 99);
    expect(onAudit).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onAudit).toHaveBeenCalledOnce();
    expect(onAudit.mock.calls[0]?.[0]).toHaveLength(2);
    expect(onMe).not.toHaveBeenCalled();
  });

  it('comes back with its last id after the connection broke', async () => {
    const { live, openings } = buildLive([{ id: '5', data: message('audit', 'added') }], ['open']);
    live.subscribe('audit', () => undefined);
    await vi.advanceTimersByTimeAsync(settleMs);
    expect(live.getState()).toBe('reconnecting');
    await vi.advanceTimersByTimeAsync(1000);
    expect(openings.map(({ lastEventId }) => lastEventId)).toEqual([undefined, '5']);
    expect(live.getState()).toBe('live');
  });

  it('waits longer each time, and at most 30 seconds', async () => {
    const unreachable = new ApiError({ status: 0, message: 'x' });
    const { live, openings } = buildLive(...Array.from({ length: 8 }, () => unreachable));
    live.subscribe('audit', () => undefined);
    const counts: number[] = [];
    for (const seconds of [0.15, 1, 2, 4, 8, 16, 30, 30]) {
      await vi.advanceTimersByTimeAsync(seconds * 1000);
      counts.push(openings.length);
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('asks for its session when the server says that it ended', async () => {
    const { live, checkSession } = buildLive([{ id: '1', data: close('session-ended') }]);
    live.subscribe('users.me', () => undefined);
    await vi.advanceTimersByTimeAsync(settleMs);
    expect(checkSession).toHaveBeenCalledOnce();
  });

  it('comes back after a server that stops, and not after finished work', async () => {
    const stopping = buildLive([{ id: '1', data: close('stopping') }]);
    stopping.live.subscribe('audit', () => undefined);
    await vi.advanceTimersByTimeAsync(settleMs + 1000);
    expect(stopping.openings).toHaveLength(2);
    const finished = buildLive([{ id: '1', data: close('finished') }]);
    finished.live.subscribe('audit', () => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(finished.openings).toHaveLength(1);
    expect(finished.live.getState()).toBe('paused');
  });

  it('does not storm a server that refuses', async () => {
    const { live, openings } = buildLive(new ApiError({ status: 403, message: 'No.' }));
    live.subscribe('audit', () => undefined);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(openings).toHaveLength(1);
    expect(live.getState()).toBe('paused');
  });

  it('reopens from the start when the topics change', async () => {
    const { live, openings } = buildLive([{ id: '9', data: message('users.me', 'snapshot') }, 'open'], ['open']);
    live.subscribe('users.me', () => undefined);
    await vi.advanceTimersByTimeAsync(settleMs);
    live.subscribe('audit', () => undefined);
    await vi.advanceTimersByTimeAsync(settleMs);
    expect(openings[0]?.signal.aborted).toBe(true);
    expect(openings[1]).toMatchObject({ topics: ['audit', 'users.me'], lastEventId: undefined });
  });

  it('opens one stream for what a page subscribes while it renders', async () => {
    const { live, openings } = buildLive();
    live.subscribe('users.me', () => undefined);
    await vi.advanceTimersByTimeAsync(settleMs / 2);
    live.subscribe('audit', () => undefined);
    await vi.advanceTimersByTimeAsync(settleMs);
    expect(openings.map(({ topics }) => topics)).toEqual([['audit', 'users.me']]);
  });

  it('reuses the stream when a listener is only replaced', async () => {
    const { live, openings } = buildLive();
    const leave = live.subscribe('audit', () => undefined);
    await vi.advanceTimersByTimeAsync(settleMs);
    leave();
    live.subscribe('audit', () => undefined);
    await vi.advanceTimersByTimeAsync(settleMs);
    expect(openings).toHaveLength(1);
  });

  it('reopens from the start for a listener that comes back to a topic that had none for a moment', async () => {
    const snapshot = { id: '1', data: message('audit', 'snapshot') };
    const { live, openings } = buildLive([snapshot, 'open'], [snapshot, 'open']);
    const leave = live.subscribe('audit', () => undefined);
    await vi.advanceTimersByTimeAsync(2 * settleMs);
    leave();
    await vi.advanceTimersByTimeAsync(settleMs / 2);
    const onAudit = vi.fn<() => void>();
    live.subscribe('audit', onAudit);
    await vi.advanceTimersByTimeAsync(2 * settleMs);
    expect(onAudit).toHaveBeenCalledOnce();
    expect(openings.map(({ lastEventId }) => lastEventId)).toEqual([undefined, undefined]);
  });

  it('pauses without listeners and while out of sight', async () => {
    const { live, openings } = buildLive();
    const leave = live.subscribe('audit', () => undefined);
    await vi.advanceTimersByTimeAsync(settleMs);
    live.setHidden(true);
    await vi.advanceTimersByTimeAsync(settleMs);
    expect([live.getState(), openings[0]?.signal.aborted]).toEqual(['paused', true]);
    live.setHidden(false);
    await vi.advanceTimersByTimeAsync(settleMs);
    expect(live.getState()).toBe('live');
    leave();
    await vi.advanceTimersByTimeAsync(settleMs);
    expect(live.getState()).toBe('paused');
  });

  it('is offline at once without a network, and live again with it', async () => {
    const { live, openings } = buildLive();
    live.subscribe('audit', () => undefined);
    await vi.advanceTimersByTimeAsync(settleMs);
    live.setOffline(true);
    expect([live.getState(), openings[0]?.signal.aborted]).toEqual(['offline', true]);
    live.setOffline(false);
    await vi.advanceTimersByTimeAsync(settleMs);
    expect([live.getState(), openings.length]).toEqual(['live', 2]);
  });

  it('does not wait for its next attempt when the portal responds again', async () => {
    const unreachable = new ApiError({ status: 0, message: 'x' });
    const { live, openings } = buildLive(...Array.from({ length: 6 }, () => unreachable));
    live.subscribe('audit', () => undefined);
    await vi.advanceTimersByTimeAsync(settleMs + 31_000);
    expect([live.getState(), openings.length]).toEqual(['reconnecting', 6]);
    live.reconnect();
    await vi.advanceTimersByTimeAsync(settleMs);
    expect([live.getState(), openings.length]).toEqual(['live', 7]);
  });
});
