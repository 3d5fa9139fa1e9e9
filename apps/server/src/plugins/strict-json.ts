import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { describeProblem } from '@tribehall/common/json/json-position';
import { AppError } from '../errors.ts';
import { scanJson } from '../platform/json/json-scan.ts';
import { unquoteString } from '../platform/json/long-string.ts';
import { RawJson } from '../platform/json/raw-json.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refuses bodies that programs would read differently; objects and arrays in it are `RawJson`. */
    isStrictJson?: true;
  }
}

/** No legitimate body is nested deeper. */
const maxDepth = 256;
const maxMembers = 100;

/** Parses JSON bodies; those of strict routes are validated first, and refused with the position of the problem. */
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
  // Each step takes a while for a large body, so other requests get their turn in between.
  await nextTurn();
  const text = body.toString();
  await nextTurn();
  const scan = await scanJson(text, maxDepth);
  if (scan.problem !== null) {
    const { problem, key = '' } = scan;
    const message = describeProblem(problem);
    throw new AppError('BAD_REQUEST', message, { fields: [{ field: key, message }], problem });
  }
  if (!scan.isObject) throw new AppError('BAD_REQUEST', 'The request body must be an object.');
  if (scan.members.size > maxMembers) throw new AppError('BAD_REQUEST', 'The request body has too many fields.');
  const values: [string, unknown][] = [];
  for (const [key, { start, end }] of scan.members) values.push([key, await readValue(text.slice(start, end))]);
  return Object.fromEntries(values);
}

/** Objects and arrays, which may be large, are not parsed: that would block the event loop. */
async function readValue(json: string): Promise<unknown> {
  if (json.startsWith('{') || json.startsWith('[')) return new RawJson(json);
  if (json.startsWith('"')) return unquoteString(json);
  const value: unknown = JSON.parse(json);
  // JSON.stringify would lose the sign of -0.
  return Object.is(value, -0) ? new RawJson(json) : value;
}
