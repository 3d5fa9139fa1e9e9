import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConnection } from './connection.ts';

function build() {
  let isThere = true;
  const probe = vi.fn<() => Promise<void>>(async () => {
    if (!isThere) throw new Error('away');
  });
  const connection = createConnection(probe);
  connection.start();
  return { connection, probe, setThere: (there: boolean) => (isThere = there) };
}

function setOnline(online: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  window.dispatchEvent(new Event(online ? 'online' : 'offline'));
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the connection', () => {
  it('is offline at once with the browser, and connected again only when the portal has responded', async () => {
    const { connection, setThere } = build();
    setThere(false);
    setOnline(false);
    expect(connection.get()).toBe('offline');
    await vi.advanceTimersByTimeAsync(0);
    setOnline(true);
    expect(connection.get()).toBe('reconnecting');
    setThere(true);
    await vi.advanceTimersByTimeAsync(5000);
    expect(connection.get()).toBe('connected');
  });

  it('is not lost by one failed request while the portal responds to a probe', async () => {
    const { connection, probe } = build();
    const watcher = vi.fn<() => void>();
    connection.watch(watcher);
    connection.suspect();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connection.get()).toBe('connected');
    expect(watcher).not.toHaveBeenCalled();
    expect(probe).toHaveBeenCalledOnce();
  });

  it('is lost when the probe fails too, and comes back by itself within seconds', async () => {
    const { connection, probe, setThere } = build();
    setThere(false);
    connection.suspect();
    connection.suspect();
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.get()).toBe('reconnecting');
    expect(probe).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(connection.get()).toBe('reconnecting');
    setThere(true);
    await vi.advanceTimersByTimeAsync(5000);
    expect(connection.get()).toBe('connected');
  });

  it('is back with any response', async () => {
    const { connection, setThere } = build();
    setThere(false);
    connection.suspect();
    await vi.advanceTimersByTimeAsync(0);
    const lostAt = connection.since();
    await vi.advanceTimersByTimeAsync(10);
    connection.reached();
    expect(connection.get()).toBe('connected');
    expect(connection.since()).toBe(lostAt + 10);
  });
});
