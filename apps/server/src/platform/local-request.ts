import type { IncomingMessage } from 'node:http';

/** Headers that proxies, load balancers, CDNs and tunnels add. */
const forwardingHeaders = [
  /^(via|max-forwards)$/,
  /^(x-)?forwarded\b/,
  /^x-(original|envoy|arr|azure|amzn|appengine|proxy|rewrite|ngrok|scheme)\b/,
  /^(cf|cdn|fly|proxy|fastly|akamai|tailscale|ngrok)-/,
  /(client|real|connecting|remote|user)-?(ip|addr(ess)?)$/,
];

/**
 * Whether a request comes directly from this machine. The peer address alone does not prove it: behind a proxy, every
 * request comes from loopback. Browsers never use HTTP/1.0, but nginx forwards requests with it by default.
 */
export function isLocalRequest({ socket, headers, httpVersion }: IncomingMessage): boolean {
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const isLoopbackPeer = peer === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(peer);
  return isLoopbackPeer && httpVersion !== '1.0' && !Object.keys(headers).some(isForwardingHeader);
}

function isForwardingHeader(name: string): boolean {
  return forwardingHeaders.some((pattern) => pattern.test(name));
}
