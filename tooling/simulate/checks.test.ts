import { describe, expect, it } from 'vitest';
import type { Browser, Heard } from './browser.ts';
import { isDone } from './calls.ts';
import { checkStreams } from './checks.ts';
import type { Tab } from './world.ts';

const heard = (id: string, event = 'added'): Heard => ({ atMs: 0, id, topic: 'audit', event, data: {} });
const browser = (...ids: (string | Heard)[]) =>
  ({ topics: ['audit'], heard: ids.map((one) => (typeof one === 'string' ? heard(one) : one)) }) as unknown as Browser;

function faultsOf(tab: Browser, ...witnesses: Browser[]): string[] {
  const faults: string[] = [];
  checkStreams({ tabs: [{ browser: tab } as Tab], witnesses, faults });
  return faults;
}

const start = heard('a.f.4', 'snapshot');

describe('a stream that was cut and resumed', () => {
  it('must have all that another stream of the same topics got', () => {
    const witness = browser(start, 'a.f.5', 'a.f.7', 'a.f.8');
    expect(faultsOf(browser(start, 'a.f.5', 'a.f.7', 'a.f.8'), witness)).toEqual([]);
    expect(faultsOf(browser(start, 'a.f.5', 'a.f.8'), witness)).toEqual([
      'A stream of audit missed 7 between 5 and 8.',
    ]);
    expect(faultsOf(browser(start, 'a.f.7'), witness)).toEqual(['A stream of audit missed 5 between 4 and 7.']);
  });

  it('may get a snapshot instead, or be at another portal', () => {
    const witness = browser(start, 'a.f.5', 'a.f.7', 'a.f.8');
    expect(faultsOf(browser(start, heard('a.f.7', 'snapshot'), 'a.f.8'), witness)).toEqual([]);
    expect(faultsOf(browser(start, 'b.f.9', 'b.f.12'), witness)).toEqual([]);
  });

  it('gets nothing twice or out of order', () => {
    expect(faultsOf(browser(start, 'a.f.5', 'a.f.5'))).toEqual(['A stream of audit got 5 after 5.']);
    expect(faultsOf(browser(start, 'a.f.6', 'a.f.5'))).toContain('A stream of audit got 5 after 6.');
  });
});

it("leaves the outcome of an Owner's change open only where the portal may not have carried it out", () => {
  const faults: string[] = [];
  const isChanged = (status: number) => isDone({ faults }, 'A change', { status, code: 'CODE' });
  expect([200, 0, 500, 503].map(isChanged)).toEqual([true, false, false, false]);
  expect(faults).toEqual([]);
  expect([403, 404].map(isChanged)).toEqual([false, false]);
  expect(faults).toEqual(['A change answered 403 CODE to the Owner.', 'A change answered 404 CODE to the Owner.']);
});
