import type { Route } from '@tribehall/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

export type StreamedBody = Extract<Route['body'], string>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body itself, as a stream. */
    streamedBody?: StreamedBody;
  }
}

export const streamedTypes: Record<StreamedBody, string> = {
  multipart: 'multipart/form-data',
  bytes: 'application/offset+octet-stream',
};

/** Passes streamed bodies to their handlers; on other routes such bodies are refused. */
export function streamedBodiesPlugin(app: FastifyInstance): void {
  app.addContentTypeParser(Object.values(streamedTypes), (request, _, done) => {
    if (request.routeOptions.config.streamedBody === undefined) done(new AppError('UNSUPPORTED_MEDIA_TYPE'));
    else done(null);
  });
}

/** Any other body would be read completely before the handler could refuse it. */
export function refuseOtherType(request: FastifyRequest, body: StreamedBody): void {
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': coding } = request.headers;
  const isEmpty = coding === undefined && (length === undefined || length === '0');
  const isRight = type?.split(';')[0]?.trim().toLowerCase() === streamedTypes[body];
  if (!isRight && !(isEmpty && body === 'bytes'))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', `The request body must be ${streamedTypes[body]}.`);
}
