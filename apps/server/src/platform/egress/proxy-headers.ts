import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** They are about the connection to the proxy, not about what is asked. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function forwardedHeaders(headers: IncomingHttpHeaders, host?: string): OutgoingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !hopByHop.has(name));
  return { ...Object.fromEntries(kept), ...(host === undefined ? {} : { host }) };
}
