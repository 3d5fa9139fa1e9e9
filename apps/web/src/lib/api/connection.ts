import { backOffMs, pause } from './back-off.ts';

/** `offline`: the browser has no network. `reconnecting`: it has one, and the portal does not respond. */
export type ConnectionState = 'connected' | 'reconnecting' | 'offline';

const maxPauseMs = 5000;

/** Whether the portal can be reached: the one source of truth for pages, live streams and lazy code. */
export function createConnection(probe: () => Promise<unknown>) {
  const watchers = new Set<() => void>();
  let isStarted = false;
  let isReached = true;
  let isChecking = false;
  let state: ConnectionState = 'connected';
  let since = Date.now();

  function update() {
    const next = !isReached ? (navigator.onLine ? 'reconnecting' : 'offline') : 'connected';
    if (state === next) return;
    if (state === 'connected' || next === 'connected') since = Date.now();
    state = next;
    for (const watcher of watchers) watcher();
  }

  function setReached(reached: boolean) {
    isReached = reached;
    update();
  }

  /** Probes with back-off until the portal responds. */
  async function check() {
    if (!isStarted || isChecking) return;
    isChecking = true;
    for (let attempt = 0; ; attempt += 1) {
      try {
        await probe();
        break;
      } catch {
        setReached(false);
        await pause(Math.min(backOffMs(attempt), maxPauseMs), new AbortController().signal);
      }
    }
    isChecking = false;
    setReached(true);
  }

  function lose() {
    setReached(false);
    void check();
  }

  return {
    get: () => state,
    /** When the connection was lost, or came back. */
    since: () => since,
    watch: (watcher: () => void) => {
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
      };
    },
    /** The portal responded. While the browser says it is offline, that was a response to an earlier request. */
    reached: () => {
      if (navigator.onLine && !isReached) setReached(true);
    },
    /** A request failed. One alone proves nothing: only a failed probe counts. */
    suspect: () => void check(),
    /** Follows the browser's network from now on. */
    start: () => {
      isStarted = true;
      window.addEventListener('offline', lose);
      window.addEventListener('online', update);
      if (!navigator.onLine) lose();
    },
  };
}
