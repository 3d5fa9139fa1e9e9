import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config.ts';

declare module 'fastify' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface FastifyInstance {
    /** Of responses of the API, if they have more than all others. */
    apiHeaders?: FixedHeaders;
    /** Of all responses of this app, if they are not the usual ones. */
    ownHeaders?: FixedHeaders;
  }
}

/** Of every response, unless it has its own. */
type FixedHeaders = { byName: Record<string, string>; list: readonly string[] };

/** Constants: a plugin that computes them takes 1.4 times the CPU of a small request (decision 029). */
const fixed = {
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'x-frame-options': 'DENY',
};

export const policyStart =
  "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'; ";
const apiPolicy = `${policyStart}style-src 'self'`;
export const fixedHeaders = { ...fixed, 'content-security-policy': apiPolicy, 'cache-control': 'no-store' };
const everywhere = toFixed(fixedHeaders);

const forSubdomains = {
  ...fixedHeaders,
  'strict-transport-security': `${fixed['strict-transport-security']}; includeSubDomains`,
};

/** For responses that no app writes. */
export function fixedHeadersOf({ HSTS_SUBDOMAINS }: Pick<Config, 'HSTS_SUBDOMAINS'>): Record<string, string> {
  return HSTS_SUBDOMAINS === 'on' ? forSubdomains : fixedHeaders;
}

/** Tells browsers to use https for all subdomains, too. Before `addApiHeader`. */
export function includeSubdomains(app: FastifyInstance): void {
  app.decorate('ownHeaders', toFixed(forSubdomains));
}

/** Adds a header to all responses of the API. */
export function addApiHeader(app: FastifyInstance, name: string, value: string): void {
  app.decorate('apiHeaders', toFixed({ ...(app.ownHeaders ?? everywhere).byName, [name]: value }));
}

function toFixed(byName: Record<string, string>): FixedHeaders {
  return { byName, list: Object.entries(byName).flat() };
}

/** All headers of a response so far: the fixed ones, and those that hooks and handlers have set. */
export function headersOf(reply: FastifyReply): OutgoingHttpHeaders {
  return { ...fixedFor(reply).byName, ...(reply.getHeaders() as OutgoingHttpHeaders) };
}

/** The same with more of them, as a list of names and values, which Node writes faster. */
export function headerList(reply: FastifyReply, more: Record<string, string>): string[] {
  return Object.entries({ ...headersOf(reply), ...more }).flatMap(([name, value]) => [name, String(value)]);
}

/** The fixed headers as a list, if hooks and the handler have set no others. */
export function onlyFixed(reply: FastifyReply): readonly string[] | undefined {
  for (const _ in reply.getHeaders()) return undefined;
  return fixedFor(reply).list;
}

/** Those of this response. */
export function fixedFor({ request }: FastifyReply): FixedHeaders {
  const { apiHeaders, ownHeaders = everywhere } = request.server;
  return apiHeaders && request.url.startsWith('/api/') ? apiHeaders : ownHeaders;
}
