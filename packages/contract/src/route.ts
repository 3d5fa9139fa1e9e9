import type * as z from 'zod';
import type { Right } from './rights.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS';
export type RouteKey = `${Method} /${string}`;

/** One HTTP call as data. The key in its table is method and path below `/api`; a path may end with `/*`, the rest of it. */
export type Route = {
  summary: string;
  right: Right;
  /** Everyone may call, and who does makes a difference: a token that comes along is looked at. */
  knowsCaller?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** JSON; `multipart` and `bytes` are read by their handler as a stream, for as long as it takes. */
  body?: z.ZodType | 'multipart' | 'bytes';
  /** What `data` holds; `stream` is `text/event-stream`, `raw` is bytes. */
  reply: z.ZodType | 'stream' | 'raw';
  /** What `details` beside `data` may hold. */
  details?: z.ZodType;
  /** `data` is an address to go to: the envelope says 302, the HTTP status is 200. */
  isRedirect?: true;
  /** Bytes a JSON body may have; the server's default otherwise. */
  maxBodyBytes?: number;
  /** Refuses a body with duplicate keys, numbers that no program holds or depth without end, each with its place. */
  isStrictJson?: true;
};

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}/*`
    ? '*'
    : never;

/** A path with placeholders needs a schema for exactly those. */
type WithParams<Key extends string> = [ParamNames<Key>] extends [never]
  ? { params?: never }
  : { params: z.ZodObject<Record<ParamNames<Key>, z.ZodType>> };

export function defineRoutes<const T extends Record<RouteKey, Route>>(
  routes: T & { [Key in keyof T & string]: WithParams<Key> },
): T {
  return routes;
}
