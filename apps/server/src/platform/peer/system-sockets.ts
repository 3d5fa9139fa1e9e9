import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

const tables = ['/proc/net/tcp', '/proc/net/tcp6'];

/** `unacknowledged`: bytes that the other end has not confirmed. `user`: who owns the socket. */
type SystemSocket = { local: number; remote: number; unacknowledged: number; user: number };

/** The TCP sockets of this machine, which Linux tells everyone; empty on other systems. */
export function readSystemSockets(): SystemSocket[] {
  return tables.flatMap((file) => parseSockets(readIfThere(file)));
}

/** A table that the kernel writes: `0: 0100007F:1F90 0100007F:C3A2 01 0000001A:00000000 00:00000000 00000000 1000 …`. */
export function parseSockets(table: string): SystemSocket[] {
  const rows = table.split('\n').slice(1);
  return rows.flatMap((row) => {
    const [, local, remote, , queues = '', , , user] = row.trim().split(/\s+/);
    if (user === undefined) return [];
    return [{ local: portOf(local), remote: portOf(remote), unacknowledged: hex(queues), user: Number(user) }];
  });
}

/** One, unless clients of several addresses use the same port. */
export function findSockets(sockets: SystemSocket[], ends: Pick<Socket, 'localPort' | 'remotePort'>): SystemSocket[] {
  return sockets.filter(({ local, remote }) => local === ends.localPort && remote === ends.remotePort);
}

function portOf(address = ''): number {
  return hex(address.slice(address.lastIndexOf(':') + 1));
}

/** Up to what is no digit. */
function hex(text: string): number {
  return Number.parseInt(text, 16);
}

export function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
