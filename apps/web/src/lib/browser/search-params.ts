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

/**
 * What was changed between the shown parameters and the next ones, applied to those the address has by now: of two quick
 * choices, the second is made on a page that does not show the first yet, and must not take it back.
 */
export function applyChanges<Params extends Record<string, string | undefined>>(
  latest: Params,
  shown: Params,
  next: Params,
): Params {
  const isChanged = (name: string) => shown[name] !== next[name];
  const kept = Object.entries(latest).filter(([name]) => !isChanged(name));
  const changed = Object.entries(next).filter(([name]) => isChanged(name));
  return Object.fromEntries([...kept, ...changed]) as Params;
}
