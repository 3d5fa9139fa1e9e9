import { type NatsConnection, type Status, AuthorizationError } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { readNatsAddress } from './nats-address.ts';
import { NatsFileError } from './nats-options.ts';

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

/** Whether NATS may answer later: a login, certificate or file that is refused stays so. */
export function isNatsAway(url: string, error: unknown): boolean {
  if (error instanceof NatsFileError || error instanceof AuthorizationError) return false;
  const { message = '', code = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  return !isTlsFault(readNatsAddress(url).isTls, code, message);
}

/** Why the first connection failed, and which setting to check. Contains no secrets. */
export function connectFault(url: string, error: unknown): string {
  if (error instanceof NatsFileError) return error.message;
  const { servers, isTls } = readNatsAddress(url);
  const named = `NATS (${servers.join(', ')})`;
  if (error instanceof AuthorizationError)
    return `${named} refused the login. Check the user, password or token in NATS_URL, or the file of NATS_CREDS.`;
  const { message = '', code = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (isTlsFault(isTls, code, message))
    return `${named} could not be reached with TLS: ${message}. NATS_CA names the authority of its certificate, NATS_CERT and NATS_KEY a client certificate.`;
  return `${named} cannot be reached: ${message || 'the connection was closed'}. NATS_URL names the servers.`;
}

/** A server that requires a client certificate may not respond without one. */
function isTlsFault(isTls: boolean, code: string, message: string): boolean {
  return isAboutTls(code, message) || (isTls && message === 'timeout');
}

function isAboutTls(code: string, message: string): boolean {
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code) || /\b(tls|ssl|certificate|pem)\b/i.test(message);
}
