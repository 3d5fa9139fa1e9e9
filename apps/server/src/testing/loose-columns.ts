const tokenPattern = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\w+|\S/g;

/** The part of a subquery that a keyword starts. */
const clauses: Readonly<Record<string, 'list' | 'tables' | 'condition' | 'rest'>> = {
  select: 'list',
  from: 'tables',
  join: 'tables',
  where: 'condition',
  on: 'condition',
  having: 'condition',
  order: 'rest',
  group: 'rest',
  limit: 'rest',
  for: 'rest',
};

type Scope = { isSubquery: boolean; clause: string };

/**
 * Returns the columns without a table name in the conditions of subqueries. Drizzle drops the table's name from
 * every column in the select list of a query on one table, also from those in a `sql` template with a subquery: there
 * `"server_id" = "server_id"` compares the inner table with itself, and is true for every row.
 */
export function findLooseColumns(statement: string): string[] {
  const tokens = statement.match(tokenPattern) ?? [];
  const scopes: Scope[] = [{ isSubquery: false, clause: '' }];
  const loose: string[] = [];
  tokens.forEach((token, index) => {
    const scope = scopes.at(-1) ?? { isSubquery: false, clause: '' };
    if (token === '(') scopes.push(openScope(scope, tokens[index + 1]));
    else if (token === ')') scopes.pop();
    else if (scope.isSubquery) scope.clause = clauses[token.toLowerCase()] ?? scope.clause;
    const isAlone = tokens[index - 1] !== '.' && tokens[index + 1] !== '.';
    if (token.startsWith('"') && isAlone && scope.clause === 'condition') loose.push(token);
  });
  return loose;
}

/** Parentheses in a condition belong to it, with or without a function call. */
function openScope(around: Scope, next: string | undefined): Scope {
  if (next?.toLowerCase() === 'select') return { isSubquery: true, clause: 'list' };
  return { isSubquery: false, clause: around.clause };
}
