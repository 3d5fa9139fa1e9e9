import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Accepts names of the loopback interface only, against DNS rebinding. */
export function isOwnHost({ headers, socket }: IncomingMessage): boolean {
  const { port } = socket.address() as AddressInfo;
  return ownHosts(port).includes(headers.host ?? '');
}

/** A form of another page must not act here. Programs send no origin. */
export function isOwnOrigin({ headers, socket }: IncomingMessage): boolean {
  if (headers.origin === undefined) return headers['sec-fetch-site'] !== 'cross-site';
  const { port } = socket.address() as AddressInfo;
  return ownHosts(port).some((host) => headers.origin === `http://${host}`);
}

function ownHosts(port: number): string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`];
}
