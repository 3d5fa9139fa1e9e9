import { expect, it } from 'vitest';
import type { AppError } from '../../errors.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createAdmission } from './admission.ts';

const { ctx } = await createTestApp();

it('takes one upgrade per turn, so that others get theirs, and tells those beyond a limit to come back', async () => {
  const { pace } = createAdmission(ctx);
  let taken = 0;
  const upgrades = Array.from({ length: 2_010 }, () => pace().then(() => (taken += 1)));
  const outcomes = Promise.allSettled(upgrades);
  await new Promise(setImmediate);
  expect(taken).toBeLessThan(10);
  const refused = (await outcomes).flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toHaveLength(10);
  for (const reason of refused) expect((reason as AppError).code).toBe('TOO_MANY_REQUESTS');
  expect(taken).toBe(2_000);
  await expect(pace()).resolves.toBeUndefined();
});
