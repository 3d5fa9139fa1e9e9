import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { credsAuthenticator, type Authenticator, type ConnectionOptions } from '@nats-io/transport-node';
import { readNatsAddress, type NatsAddress } from './nats-address.ts';

/** The address of NATS, and the paths of the files for it. */
export type NatsAccess = {
  url: string;
  creds?: string | undefined;
  ca?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
};

/** A file in a setting can't be used. */
export class NatsFileError extends Error {}

const pingEveryMs = 10_000;

/** The options of the client library. */
export function natsOptions(access: NatsAccess): ConnectionOptions & { servers: string[] } {
  const address = readNatsAddress(access.url);
  const authenticator = access.creds === undefined ? undefined : readCreds(access.creds);
  const tls = tlsOptions(access, address);
  return {
    servers: address.servers,
    // In the order of the setting.
    noRandomize: true,
    maxReconnectAttempts: -1,
    // A login that is refused later may work again soon; giving up would disconnect the portal for good.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 500,
    timeout: 5000,
    // A silently broken connection is noticed within half a minute.
    pingInterval: pingEveryMs,
    maxPingOut: 2,
    ...(authenticator ? { authenticator } : {}),
    ...(authenticator ? {} : address.login),
    ...(tls ? { tls } : {}),
  };
}

/** Read at each connection: credentials expire and are replaced. If the file is gone, the last ones are used. */
function readCreds(path: string): Authenticator {
  let last = readPem('NATS_CREDS', path);
  const [, afterJwt = ''] = last.toString().split('-----BEGIN NATS USER JWT-----', 2);
  if (!afterJwt.includes('-----BEGIN USER NKEY SEED-----'))
    throw new NatsFileError(`NATS_CREDS names a file without a JWT and a seed of NATS: ${path}`);
  return credsAuthenticator(() => {
    try {
      last = readFileSync(path);
    } catch {
      // Throwing would end the reconnects for good.
    }
    return last;
  });
}

function tlsOptions({ ca, cert, key }: NatsAccess, { isTls, servers }: NatsAddress) {
  if ((cert === undefined) !== (key === undefined))
    throw new NatsFileError('NATS_CERT and NATS_KEY belong together: set both or none.');
  if (!isTls && ca === undefined && cert === undefined) return undefined;
  return {
    ...(ca === undefined ? {} : { ca: readPem('NATS_CA', ca).toString() }),
    ...(cert === undefined ? {} : { cert: readPem('NATS_CERT', cert).toString() }),
    ...(key === undefined ? {} : { key: readPem('NATS_KEY', key).toString() }),
    checkServerIdentity: checkIdentity(servers),
  };
}

/** The library sets no host name for an IP address, and Node would check the certificate for `localhost`. */
function checkIdentity(servers: string[]) {
  const hosts = servers.map((server) => server.slice(0, server.lastIndexOf(':')).replace(/^\[|\]$/g, ''));
  const addresses = hosts.filter((host) => isIP(host) !== 0);
  return (host: string, certificate: PeerCertificate): Error | undefined => {
    if (hosts.includes(host) || addresses.length === 0) return checkServerIdentity(host, certificate);
    const faults = addresses.map((address) => checkServerIdentity(address, certificate));
    return faults.includes(undefined) ? undefined : faults[0];
  };
}

function readPem(setting: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new NatsFileError(`${setting} names a file that cannot be read (${code}): ${path}`, { cause: error });
  }
}
