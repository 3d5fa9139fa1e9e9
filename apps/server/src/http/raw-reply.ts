import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** Sends a reply on a connection that has no response object, with `fixedHeaders` of every other response, and closes it. */
export function closeWithReply(socket: Socket, body: { status: number }, fixedHeaders: Record<string, string>): void {
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...fixedHeaders,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write([`HTTP/1.1 ${body.status} ${STATUS_CODES[body.status] ?? 'Error'}`, ...lines, '', text].join('\r\n'));
  // Closes both directions: with end(), a client that never closes its side would hold the connection forever.
  socket.destroySoon();
}
