/** All values are strings: the router's default parser turns long ids into rounded numbers. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') params.set(name, value);
  }
  return params.size > 0 ? `?${params.toString()}` : '';
}

/** Picks the parameters a route knows; others do not reach its page. */
export function pickStrings<const Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): { [N in Name]?: string } {
  const picked: { [N in Name]?: string } = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === 'string') picked[name] = value;
  }
  return picked;
}
