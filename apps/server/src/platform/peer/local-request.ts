import type { IncomingMessage } from 'node:http';

/** Headers that proxies, load balancers, CDNs and tunnels add. */
const forwardingHeader =
  /^(?:via|max-forwards)$|^(?:x-)?forwarded\b|^x-(?:original|envoy|arr|azure|amzn|appengine|proxy|rewrite|ngrok|scheme)\b|^(?:cf|cdn|fly|proxy|fastly|akamai|tailscale|ngrok)-|(?:client|real|connecting|remote|user)-?(?:ip|addr(?:ess)?)$/;

/**
 * Whether a request comes directly from this machine. The peer address alone does not prove it: behind a proxy, every
 * request comes from loopback. Browsers never use HTTP/1.0, but nginx before 1.29.7 forwards requests with it by default.
 */
export function isLocalRequest({ socket, headers, httpVersion }: IncomingMessage): boolean {
  const isLoopbackPeer = /^(?:::1|(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i.test(socket.remoteAddress ?? '');
  if (!isLoopbackPeer || httpVersion === '1.0') return false;
  for (const name in headers) if (forwardingHeader.test(name)) return false;
  return true;
}
