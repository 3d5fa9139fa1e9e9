import type * as z from 'zod';
import type { RouteScope } from './accounts/scopes.ts';
import type { Right } from './rights.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS';
export type RouteKey = `${Method} /${string}`;

/** Who may call a route, and with which API tokens. */
type Access =
  | { right: 'anyone'; knowsCaller?: never; scope?: never }
  /** Authentication is optional: a token, if sent, is checked. */
  | { right: 'anyone'; knowsCaller: true; scope: RouteScope }
  | { right: Exclude<Right, 'anyone'>; knowsCaller?: never; scope: RouteScope };

/** One HTTP route as data. Its key is the method and the path below `/api`; a path may end with the wildcard `/*`. */
export type Route = Access & {
  summary: string;
  /** An API token for some servers is checked against each topic, not against the call. */
  isByTopic?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** JSON; `multipart` and `bytes` are streamed by their handler, without a timeout. */
  body?: z.ZodType | 'multipart' | 'bytes';
  /** The schema of `data`; `stream` is `text/event-stream`, `raw` is bytes. */
  reply: z.ZodType | 'stream' | 'raw';
  /** The schema of `details` beside `data`. */
  details?: z.ZodType;
  /** `data` is a URL to go to: the envelope says 302, the HTTP status is 200. */
  isRedirect?: true;
  /** Maximum size of a JSON body; defaults to the server's limit. */
  maxBodyBytes?: number;
  /** Rejects a body with duplicate keys, unrepresentable numbers or excessive depth, with the position. */
  isStrictJson?: true;
};

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}/*`
    ? '*'
    : never;

/** A path with placeholders needs a schema for exactly these. */
type WithParams<Key extends string> = [ParamNames<Key>] extends [never]
  ? { params?: never }
  : { params: z.ZodObject<Record<ParamNames<Key>, z.ZodType>> };

export function defineRoutes<const T extends Record<RouteKey, Route>>(
  routes: T & { [Key in keyof T & string]: WithParams<Key> },
): T {
  return routes;
}
