import { isIP } from 'node:net';

/**
 * The network that an address is counted under: one subscriber has a whole /64 of IPv6, and could otherwise use a new
 * address for each attempt.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const groups = groupsOf(head);
  const rest = groupsOf(tail ?? '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  const prefix = [...groups, ...Array<string>(zeros).fill('0'), ...rest].slice(0, 4);
  return `${prefix.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
