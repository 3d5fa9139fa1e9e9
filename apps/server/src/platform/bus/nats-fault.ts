import { AuthorizationError } from '@nats-io/transport-node';
import { readNatsAddress } from './nats-address.ts';
import { NatsFileError } from './nats-options.ts';

/** Why the first connection failed, and which setting to check. Contains no secrets. */
export function connectFault(url: string, error: unknown): string {
  if (error instanceof NatsFileError) return error.message;
  const { servers, isTls } = readNatsAddress(url);
  const named = `NATS (${servers.join(', ')})`;
  if (error instanceof AuthorizationError)
    return `${named} refused the login. Check the user, password or token in NATS_URL, or the file of NATS_CREDS.`;
  const { message = '', code = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  // A server that requires a client certificate may not respond without one.
  if (isAboutTls(code, message) || (isTls && message === 'timeout'))
    return `${named} could not be reached with TLS: ${message}. NATS_CA names the authority of its certificate, NATS_CERT and NATS_KEY a client certificate.`;
  return `${named} cannot be reached: ${message || 'the connection was closed'}. NATS_URL names the servers.`;
}

function isAboutTls(code: string, message: string): boolean {
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code) || /\b(tls|ssl|certificate|pem)\b/i.test(message);
}
