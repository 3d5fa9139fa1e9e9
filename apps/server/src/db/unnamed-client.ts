import pg from 'pg';

/**
 * For poolers in transaction mode: each transaction may run on another connection of the server, and a statement that was
 * prepared under a name is known to one of them only. So names are left out, and every statement is parsed when it runs.
 */
export const UnnamedClient: typeof pg.Client = class extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((first: unknown, ...rest: unknown[]) => query(withoutName(first), ...rest)) as typeof this.query;
  }
};

function withoutName(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null || !('name' in statement) || 'submit' in statement)
    return statement;
  const { name: _, ...unnamed } = statement;
  return unnamed;
}
