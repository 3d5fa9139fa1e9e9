import { randomUUID } from 'node:crypto';
import { errorStatus, routes, type ErrorCode, type Failure } from '@tribehall/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { isContended, isDatabaseAway, isUnstorable, violatedReference, type Reference } from '../db/db.ts';
import { isDriveFailing, isDriveFull } from '../db/drive-faults.ts';
import { AppError } from '../errors.ts';
import { closeWithReply } from '../http/raw-reply.ts';
import { hasResponse } from './unread-bodies.ts';

/** Errors of the framework, mapped to the portal's codes. */
const frameworkErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_REQUEST',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_REQUEST',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
  FST_ERR_BAD_URL: 'BAD_REQUEST',
  FST_ERR_MAX_PARAM_LENGTH: 'URI_TOO_LONG',
};

/** Errors of the HTTP parser. */
const parserErrors: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'TIMEOUT',
};

/** Every error is sent as the same JSON object, with a code and without a stack. */
export function errorsPlugin(app: FastifyInstance): void {
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const allowed = path.startsWith('/api/') ? methodsOf(path.slice('/api'.length)) : [];
    if (allowed.length === 0) return sendError(reply, new AppError('NOT_FOUND', 'There is nothing at this address.'));
    reply.header('allow', allowed.join(', '));
    return sendError(reply, new AppError('METHOD_NOT_ALLOWED'));
  });
}

/** Also used for requests that the framework refuses before routing. */
export function handleError(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return sendError(reply, toAppError(error, request));
}

function toAppError(error: FastifyError | AppError, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  const code =
    frameworkErrors[error.code] ?? (error.statusCode === 400 || isUnstorable(error) ? 'BAD_REQUEST' : undefined);
  if (code) return new AppError(code, undefined, undefined, error);
  const reference = violatedReference(error);
  if (reference !== undefined) return deletedMeanwhile(reference, request, error);
  if (isDriveFull(error)) {
    request.log.warn({ err: error }, 'A drive is full');
    return new AppError('STORAGE_FULL', undefined, undefined, error);
  }
  if (isDatabaseAway(error)) {
    request.log.warn({ err: error }, 'The database does not respond');
    return new AppError('UNAVAILABLE', undefined, { retryAfterS: 2 }, error);
  }
  if (isContended(error)) {
    request.log.warn({ err: error }, 'Two transactions were in the way of each other');
    return new AppError('UNAVAILABLE', undefined, { retryAfterS: 1 }, error);
  }
  if (isDriveFailing(error)) {
    request.log.error({ err: error }, 'A file could not be read or written');
    return new AppError('UNAVAILABLE', undefined, { retryAfterS: 2 }, error);
  }
  // The caller gets a reference for the operator; the error itself is only logged.
  const incident = randomUUID();
  request.log.error(
    { err: error, reference: incident, method: request.method, route: request.routeOptions.url },
    'A request failed',
  );
  return new AppError('INTERNAL', undefined, { reference: incident }, error);
}

/** A foreign key failed: the row was deleted meanwhile. If it was the caller's own account, the session is invalid, too. */
function deletedMeanwhile(reference: Reference, { caller }: FastifyRequest, cause: unknown): AppError {
  const isUser = reference.name.endsWith('_users_id_fk');
  const isCaller = isUser && (caller === undefined || caller.userId === reference.key);
  return new AppError(isCaller ? 'INVALID_TOKEN' : 'NOT_FOUND', undefined, undefined, cause);
}

export function failure(error: AppError): Failure {
  const { status, code, message, details } = error;
  return { status, error: message, code, ...(details ? { details } : {}) };
}

function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  const retryAfterS = error.details?.['retryAfterS'];
  if (typeof retryAfterS === 'number') reply.header('retry-after', retryAfterS);
  return reply
    .status(errorStatus[error.code])
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failure(error)));
}

const patterns = Object.keys(routes).map((key) => {
  const [method = '', path = ''] = key.split(' ');
  return { method, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) };
});

function methodsOf(path: string): string[] {
  return patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
}

/** Responds to a request whose body did not arrive in time. */
export function sendLateBodyError(socket: Socket, fixedHeaders: Record<string, string>): void {
  sendClientError(
    Object.assign(new Error('The body did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
    socket,
    fixedHeaders,
  );
}

/**
 * Responds to input that is not valid HTTP and so never reaches a route: with the usual JSON error, unless another
 * response is being written. The connection is closed.
 */
export function sendClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  fixedHeaders: Record<string, string>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasResponse(socket)) return void socket.destroy();
  closeWithReply(socket, failure(new AppError(parserErrors[error.code ?? ''] ?? 'BAD_REQUEST')), fixedHeaders);
}
