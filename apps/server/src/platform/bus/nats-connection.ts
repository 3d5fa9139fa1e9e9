import type { NatsConnection, Status } from '@nats-io/transport-node';
import type { Logger } from 'pino';

type State = 'open' | 'away' | 'resuming' | 'closed';

/** Tracks the state of a connection; `onResumed` runs when it is back and the server has the subscriptions again. */
export function watchConnection(nats: NatsConnection, log: Logger, onResumed: () => void) {
  let state: State = 'open';

  const resume = async () => {
    if (state !== 'away') return;
    state = 'resuming';
    try {
      // The server has handled the subscriptions by then, because they were sent before the flush.
      await nats.flush();
    } catch {
      // It broke again and will reconnect once more.
      state = stateAfter(state, 'away');
      return;
    }
    state = stateAfter(state, 'open');
    if (state !== 'open') return;
    log.warn({ server: nats.getServer() }, 'The NATS server is back');
    onResumed();
  };
  const follow = (status: Status) => {
    if (status.type === 'disconnect' && state !== 'closed') {
      if (state === 'open') log.warn({ server: status.server }, 'The NATS server cannot be reached');
      state = 'away';
    }
    if (status.type === 'reconnect') void resume();
    if (status.type === 'close') state = 'closed';
    if (status.type === 'error') log.warn({ reason: status.error.message }, 'The NATS server refused a request');
  };
  void (async () => {
    for await (const status of nats.status()) follow(status);
  })();

  return {
    isOpen: () => state === 'open',
    async close(): Promise<void> {
      const isOpen = state === 'open';
      state = 'closed';
      // While NATS is unreachable, this would never end.
      if (isOpen) await nats.drain().catch(() => nats.close());
      else await nats.close();
    },
  };
}

/** The state may have changed during the flush; then the newer state counts. */
function stateAfter(now: State, next: State): State {
  return now === 'resuming' ? next : now;
}
