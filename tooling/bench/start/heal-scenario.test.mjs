import { expect, it } from 'vitest';
import { page } from './heal-scenario.mjs';

it('fails where the portal was not ready in time', () => {
  const { text, failures } = page([
    { killed: 'portal', after: 2, again: 2 },
    { killed: 'portal', after: 62, again: 2.34 },
    { killed: 'database', after: 2, again: 2.5 },
  ]);
  expect(failures).toEqual(['the portal was ready 2.3 s after it was killed, not within 2 s']);
  expect(text).toContain('| database | 2 s | 2.5 |');
});
