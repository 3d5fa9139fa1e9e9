const tokenPattern = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\w+|\S/g;

/**
 * Tells whether a statement compares with `in (select … limit … for update)`. Such a subquery may run once for every row
 * of the outer table, depending on the plan: it skips what the statement itself has changed already and locks the next
 * rows, so the limit does not hold. In a WITH it runs once.
 */
export function hasLockingSubquery(statement: string): boolean {
  const tokens = (statement.match(tokenPattern) ?? []).map((token) => token.toLowerCase());
  return tokens.some(
    (token, index) => token === 'in' && tokens[index + 1] === '(' && isLimitedLock(within(tokens, index + 1)),
  );
}

function isLimitedLock(tokens: readonly string[]): boolean {
  const isLock = (token: string, index: number) =>
    token === 'for' && ['update', 'share', 'no', 'key'].includes(tokens[index + 1] ?? '');
  return tokens.includes('limit') && tokens.some(isLock);
}

/** The tokens from a parenthesis to the one that closes it. */
function within(tokens: readonly string[], opening: number): readonly string[] {
  let depth = 0;
  const length = tokens.slice(opening).findIndex((token) => {
    depth += token === '(' ? 1 : token === ')' ? -1 : 0;
    return depth === 0;
  });
  return tokens.slice(opening, length === -1 ? undefined : opening + length);
}
