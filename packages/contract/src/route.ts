import type * as z from 'zod';
import type { Right } from './rights.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type RouteKey = `${Method} /${string}`;

/** One HTTP call as data. The key in its table is method and path below `/api`. */
export type Route = {
  summary: string;
  right: Right;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** JSON; a `multipart` body is read by its handler as a stream. */
  body?: z.ZodType | 'multipart';
  /** What `data` holds; `stream` is `text/event-stream`, `raw` is bytes. */
  reply: z.ZodType | 'stream' | 'raw';
  /** `data` is an address to go to: the envelope says 302, the HTTP status is 200. */
  isRedirect?: true;
  /** Bytes a JSON body may have; the server's default otherwise. */
  maxBodyBytes?: number;
};

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
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
