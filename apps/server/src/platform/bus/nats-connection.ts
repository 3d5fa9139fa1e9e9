import type { NatsConnection, Status } from '@nats-io/transport-node';
import type { Logger } from 'pino';

type State = 'open' | 'away' | 'resuming' | 'closed';

/** Follows a connection through its breaks; `onResumed` runs when it is back and the server knows our subscriptions again. */
export function watchConnection(nats: NatsConnection, log: Logger, onResumed: () => void) {
  let state: State = 'open';

  const resume = async () => {
    if (state !== 'away') return;
    state = 'resuming';
    try {
      // Its response comes after the subscriptions, which went out before it.
      await nats.flush();
    } catch {
      // It broke again and comes back once more.
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
      if (state === 'open') log.warn({ server: status.server }, 'The NATS server is away');
      state = 'away';
    }
    if (status.type === 'reconnect') void resume();
    if (status.type === 'close') state = 'closed';
    if (status.type === 'error') log.warn({ reason: status.error.message }, 'The NATS server refused something');
  };
  void (async () => {
    for await (const status of nats.status()) follow(status);
  })();

  return {
    isOpen: () => state === 'open',
    async close(): Promise<void> {
      const isOpen = state === 'open';
      state = 'closed';
      // What waits for a server that is away would wait for ever.
      if (isOpen) await nats.drain().catch(() => nats.close());
      else await nats.close();
    },
  };
}

/** What happened while the flush was on its way counts more than the flush. */
function stateAfter(now: State, next: State): State {
  return now === 'resuming' ? next : now;
}
