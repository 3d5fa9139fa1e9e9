import { expect, it } from 'vitest';
import { page } from './heal-scenario.mjs';

/** @param {number} again */
const portal = (again) => ({ killed: /** @type {const} */ ('portal'), after: 62, again });

it('fails where the portal was not ready in time', () => {
  const database = { killed: /** @type {const} */ ('database'), after: 2, again: 2.5 };
  expect(page([portal(2.9), portal(2), portal(1.2), database]).failures).toEqual([]);
  const { text, failures } = page([portal(2.34), portal(2.9), portal(1.2), database]);
  expect(failures).toEqual(['the portal was ready 2.3 s after it was killed, not within 2 s']);
  expect(text).toContain('| database | 2 s | 2.5 |');
});
