/** Whether an address leads to another site over the web: nothing that would run in this one. */
export function isForeignWebAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, origin } = new URL(address);
  return (protocol === 'https:' || protocol === 'http:') && origin !== location.origin;
}
