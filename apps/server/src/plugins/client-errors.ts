import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@tribehall/contract';
import { AppError } from '../errors.ts';
import { failure } from './errors.ts';
import { isAnswered } from './unread-bodies.ts';

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'TIMEOUT',
};

/** A body that was not here in time. */
export function answerLateBody(socket: Socket): void {
  answerClientError(
    Object.assign(new Error('The body did not come in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
    socket,
  );
}

/**
 * Input that is not HTTP never reaches a route; it still gets the envelope, unless a response is under way, and the
 * connection ends.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswered(socket)) return void socket.destroy();
  const body = failure(new AppError(codes[error.code ?? ''] ?? 'BAD_REQUEST'));
  const text = JSON.stringify(body);
  socket.write(
    `HTTP/1.1 ${body.status} ${STATUS_CODES[body.status] ?? 'Error'}\r\n` +
      `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\n` +
      `cache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\n\r\n${text}`,
  );
  // Not only the own half: a client that never closes its own would hold the connection for ever.
  socket.destroySoon();
}
