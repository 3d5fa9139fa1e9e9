import { isIP } from 'node:net';

/**
 * The network that an address is counted under: one subscriber has a whole /64 of IPv6, and could otherwise use a new
 * address for each attempt. All spellings of an address are one.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [plain = ''] = address.split('%', 1);
  const [head = [], tail] = plain.split('::').map(readGroups);
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array<number>(zeros).fill(0), ...(tail ?? [])];
}

/** An IPv4 address at the end stands for two. */
function readGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return Number.parseInt(part, 16);
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
