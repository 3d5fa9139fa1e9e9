import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@tribehall/contract';
import { AppError } from '../errors.ts';
import { failure } from './errors.ts';
import { hasResponse } from './unread-bodies.ts';

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'TIMEOUT',
};

/** Responds to a request whose body did not arrive in time. */
export function sendLateBodyError(socket: Socket): void {
  sendClientError(
    Object.assign(new Error('The body did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
    socket,
  );
}

/**
 * Responds to input that is not valid HTTP and so never reaches a route: with the usual JSON error, unless another
 * response is being written. The connection is closed.
 */
export function sendClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasResponse(socket)) return void socket.destroy();
  const body = failure(new AppError(codes[error.code ?? ''] ?? 'BAD_REQUEST'));
  const text = JSON.stringify(body);
  socket.write(
    `HTTP/1.1 ${body.status} ${STATUS_CODES[body.status] ?? 'Error'}\r\n` +
      `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\n` +
      `cache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\n\r\n${text}`,
  );
  // Closes both directions: with end(), a client that never closes its side would hold the connection forever.
  socket.destroySoon();
}
