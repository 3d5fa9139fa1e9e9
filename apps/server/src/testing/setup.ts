import pg from 'pg';
import { afterEach } from 'vitest';
import { findLooseColumns } from './loose-columns.ts';

/** Every statement that tests send to the database is checked once. */
const checked = new Set<string>();
const faulty = new Set<string>();

function check(given: unknown): void {
  const text = typeof given === 'object' && given !== null && 'text' in given ? given.text : given;
  if (typeof text !== 'string' || checked.has(text)) return;
  checked.add(text);
  if (findLooseColumns(text).length > 0) faulty.add(text);
}

// eslint-disable-next-line typescript/unbound-method -- called with the client as `this` below.
const send = pg.Client.prototype.query as (...given: unknown[]) => unknown;

pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
  check(given[0]);
  return send.apply(this, given);
} as typeof pg.Client.prototype.query;

afterEach(() => {
  const [statement] = faulty;
  faulty.clear();
  if (statement === undefined) return;
  throw new Error(`A subquery compares columns without their tables; build it with db.select(): ${statement}`);
});
