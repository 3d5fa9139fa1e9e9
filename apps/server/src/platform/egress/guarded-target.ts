import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** The address may not be connected to. */
export class ForbiddenAddressError extends Error {}

/** Options of a connection: it uses exactly the addresses that were checked. */
export type GuardedTarget = { host: string; port: number; lookup: LookupFunction };

const webPorts = new Set([80, 443]);

/** `allowed`: private `host:port` entries. Throws for forbidden ports and IPs; names are checked on lookup. */
export function guardedTarget(host: string, port: number, allowed: ReadonlySet<string>): GuardedTarget {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  const isAllowed = allowed.has(`${host.toLowerCase()}:${port}`);
  if (isAllowed) return { host: name, port, lookup };
  if (port < 1024 && !webPorts.has(port)) throw new ForbiddenAddressError(`Port ${port} is not allowed.`);
  if (isIP(name) !== 0 && !isPublicAddress(name)) throw refused(name);
  return { host: name, port, lookup: publicLookup };
}

/** The port of a URL, explicit or by default. */
export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

export function hostAndPort(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, []);
    const addresses = found.filter(({ address }) => isPublicAddress(address));
    const [first] = addresses;
    if (!first) return callback(refused(hostname), []);
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

function refused(host: string): ForbiddenAddressError {
  return new ForbiddenAddressError(`${host} is not a public address.`);
}
