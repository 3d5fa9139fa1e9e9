import { expect, it } from 'vitest';
import { hasLockingSubquery } from './locking-subqueries.ts';

it.each([
  `update "mails" set "state" = $1 where "id" in (select "id" from "mails" order by "id" limit $2 for update)`,
  `delete from "mails" where id IN (select id from (select id from mails limit 1 for no key update skip locked) as first)`,
])('finds a claim whose limit may not hold: %s', (statement) => {
  expect(hasLockingSubquery(statement)).toBe(true);
});

it.each([
  `with next as (select "id" from "mails" limit 1 for update) update "mails" set "state" = $1 where "id" = (select "id" from next)`,
  `with old as (select id from mails limit 9 for update) delete from mails where id in (select id from old) returning id`,
  `delete from "mails" where "id" in (select "id" from "mails" limit 10)`,
  `select id from mails where state in ('a', 'b') limit 1 for update`,
  `select ' in (select limit for update)' from mails`,
])('accepts %s', (statement) => {
  expect(hasLockingSubquery(statement)).toBe(false);
});
