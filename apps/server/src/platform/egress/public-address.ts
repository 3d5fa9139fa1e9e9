import { BlockList, isIP } from 'node:net';

const notPublic4 = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic4.addSubnet(net, bits);

/** All public IPv6 addresses are in this range; mapped IPv4, NAT64 and local networks are not. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

const notPublic6 = new BlockList();
for (const [net, bits] of [
  // Teredo among others.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4: leads to any IPv4 address.
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic6.addSubnet(net, bits, 'ipv6');

/** Whether an IP address is in a public range. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !notPublic4.check(address, 'ipv4');
  if (isIP(address) !== 6 || address.includes('%')) return false;
  return global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
}
