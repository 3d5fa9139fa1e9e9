import { agentPath } from '@tribehall/contract/agent/agent.contract';
import { trimEndOf } from '@tribehall/contract/shared/text';

/** `https://portal.example.org/base` → `wss://portal.example.org/base/api/ark/link` */
export function connectionUrl(portal: string): string {
  const url = new URL(portal);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.pathname = trimEndOf(url.pathname, '/') + agentPath;
  return url.href;
}

/** Over plain HTTP to another machine the token can be read on the way. */
export function isUnencrypted(portal: string): boolean {
  const { protocol, hostname } = new URL(portal);
  const isHere = hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  return protocol === 'http:' && !isHere;
}
