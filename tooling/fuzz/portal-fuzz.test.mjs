import { expect, it } from 'vitest';
import { logIn, withPortal } from '../bench/portal.mjs';
import { fuzzReport } from './report.mjs';
import { runFuzz } from './run-fuzz.mjs';

const isDeep = process.env.TEST_DEPTH === 'deep';
const [requests, seed] = isDeep ? [50_000, 3] : [1_000, 4];

it('a portal answers random requests of every role in order', { timeout: 1_200_000 }, async () => {
  const settings = { YTDLP_UPDATE: '/bin/echo,Nothing newer was found.' };
  const result = await withPortal(
    ({ url, pid }) =>
      runFuzz({ url, pid, requests, seed, logIn: (account) => logIn(url, /** @type {any} */ (account)) }),
    settings,
  );
  expect(result.faults, fuzzReport(result, seed)).toEqual([]);
  expect(result.requests).toBe(requests);
  // Not all of them are refused before anything happens.
  expect(result.statuses['200']).toBeGreaterThan(requests / 20);
  for (const { requests: all, loggedIn } of Object.values(result.presence)) expect(loggedIn / all).toBeGreaterThan(0.9);
});
