import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { inWords } from '../platform/json/json-place.ts';
import { scanJson } from '../platform/json/json-scan.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is refused where programs would read it differently. */
    isStrictJson?: true;
  }
}

/** No body that anyone means is nested deeper. */
const maxDepth = 256;

/** Reads JSON bodies; those of strict routes are looked over before, and refused with the place of what is wrong. */
export function strictJsonPlugin(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer): Promise<unknown> => {
      if (request.routeOptions.config.isStrictJson) return readStrict(body);
      return new Promise((resolve, reject) => {
        void parse(request, body.toString(), (error, value) => (error ? reject(error) : resolve(value)));
      });
    },
  );
}

async function readStrict(body: Buffer): Promise<unknown> {
  if (!isUtf8(body)) throw new AppError('BAD_REQUEST', 'The request body is not UTF-8.');
  const text = body.toString();
  const scan = await scanJson(text, maxDepth);
  if (scan.problem === null) return JSON.parse(text);
  const { problem, key = '' } = scan;
  const message = inWords(problem);
  throw new AppError('BAD_REQUEST', message, { fields: [{ field: key, message }], problem });
}
