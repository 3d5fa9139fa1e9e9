const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const port = '[1-9][0-9]{0,4}';

/** `host:port`, where the host is a name or an IPv4 address: nothing else may end up in a link. */
const joinAddressPattern = new RegExp(`^(?=.{1,253}:)${label}(?:\\.${label})*:${port}$`, 'i');

const maxPort = 65_535;

export function isJoinAddress(text: string): boolean {
  return joinAddressPattern.test(text) && Number(text.slice(text.lastIndexOf(':') + 1)) <= maxPort;
}

/** Starts the game and connects; undefined for what is no address. */
export function joinLink(address: string): string | undefined {
  return isJoinAddress(address) ? `steam://connect/${address}` : undefined;
}
