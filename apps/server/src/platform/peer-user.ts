import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

const tables = ['/proc/net/tcp', '/proc/net/tcp6'];

/**
 * Whether the program at the other end of a connection within this machine runs as another user than the portal, as a proxy that
 * is a service does. False where the system does not tell: Linux alone does, to everyone.
 */
export function isOfAnotherUser({ remotePort, localPort }: Pick<Socket, 'remotePort' | 'localPort'>): boolean {
  if (remotePort === undefined || localPort === undefined) return false;
  const sockets = tables.flatMap((file) => readSockets(readIfThere(file)));
  const between = (from: number, to: number) => sockets.filter(({ local, remote }) => local === from && remote === to);
  const isComplete = between(localPort, remotePort).length > 0;
  const peers = between(remotePort, localPort);
  if (peers.length === 0) return isComplete;
  const own = ownUsers();
  return !peers.every(({ user }) => own.has(user));
}

/** The ports and users of a table that the kernel writes: `0: 0100007F:1F90 0100007F:C3A2 01 … … … 1000 …`. */
export function readSockets(table: string): { local: number; remote: number; user: number }[] {
  const rows = table.split('\n').slice(1);
  return rows.flatMap((row) => {
    const [, local, remote, , , , , user] = row.trim().split(/\s+/);
    return user === undefined ? [] : [{ local: portOf(local), remote: portOf(remote), user: Number(user) }];
  });
}

function portOf(address = ''): number {
  return Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16);
}

/** The user that the portal runs as, and the one who logged in and then used `sudo`. */
function ownUsers(): Set<number> {
  const own = new Set([process.getuid?.() ?? 0, Number(readIfThere('/proc/self/loginuid') || Number.NaN)]);
  // A program of root passes on what the browsers of Windows send.
  if (/microsoft/i.test(readIfThere('/proc/sys/kernel/osrelease'))) own.add(0);
  return own;
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
