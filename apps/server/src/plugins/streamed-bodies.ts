import type { Route } from '@tribehall/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

export type StreamedBody = Extract<Route['body'], string>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body by itself, as it comes. */
    streamedBody?: StreamedBody;
  }
}

export const streamedTypes: Record<StreamedBody, string> = {
  multipart: 'multipart/form-data',
  bytes: 'application/offset+octet-stream',
};

/** Leaves a body that is read as a stream to its handler; anywhere else such a body is refused. */
export function streamedBodiesPlugin(app: FastifyInstance): void {
  app.addContentTypeParser(Object.values(streamedTypes), (request, _, done) => {
    if (request.routeOptions.config.streamedBody === undefined) done(new AppError('UNSUPPORTED_MEDIA_TYPE'));
    else done(null);
  });
}

/** A body that is no stream would be read whole before its handler could refuse it. */
export function refuseOtherType(request: FastifyRequest, body: StreamedBody): void {
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': coding } = request.headers;
  const isEmpty = coding === undefined && (length === undefined || length === '0');
  const isRight = type?.split(';')[0]?.trim().toLowerCase() === streamedTypes[body];
  if (!isRight && !(isEmpty && body === 'bytes'))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', `The request body has to be ${streamedTypes[body]}.`);
}
