import type { Socket } from 'node:net';
import { findSockets, readIfThere, readSystemSockets } from './system-sockets.ts';

/**
 * Whether the program at the other end of a connection within this machine runs as another user than the portal, as a proxy that
 * is a service does. False where the system does not tell.
 */
export function isOfAnotherUser({ remotePort, localPort }: Pick<Socket, 'remotePort' | 'localPort'>): boolean {
  if (remotePort === undefined || localPort === undefined) return false;
  const sockets = readSystemSockets();
  const isComplete = findSockets(sockets, { localPort, remotePort }).length > 0;
  const peers = findSockets(sockets, { localPort: remotePort, remotePort: localPort });
  if (peers.length === 0) return isComplete;
  const own = ownUsers();
  return !peers.every(({ user }) => own.has(user));
}

/** The user that the portal runs as, and the one who logged in and then used `sudo`. */
function ownUsers(): Set<number> {
  const own = new Set([process.getuid?.() ?? 0, Number(readIfThere('/proc/self/loginuid') || Number.NaN)]);
  // A program of root passes on what the browsers of Windows send.
  if (/microsoft/i.test(readIfThere('/proc/sys/kernel/osrelease'))) own.add(0);
  return own;
}
