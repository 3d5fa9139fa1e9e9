import { describe, expect, it } from 'vitest';
import { planWhitelist } from './plan.ts';

const now = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-01-01T00:01:00Z');
const nothing = { unknown: [], confirmed: [], add: [], remove: [], settled: [] };

type State = { state: 'waiting' | 'sent' | 'confirmed' | 'failed'; retryAt: Date | null };

function plan(given: { wanted?: string[]; dropped?: string[]; mirror?: string[]; states?: Record<string, State> }) {
  const { wanted = [], dropped = [], mirror, states = {} } = given;
  return planWhitelist({
    wanted: new Set(wanted),
    ever: new Set([...wanted, ...dropped]),
    mirror: mirror && new Set(mirror),
    states: new Map(Object.entries(states)),
    now,
  });
}

const confirmed: State = { state: 'confirmed', retryAt: null };

describe('the plan for a whitelist whose file is known', () => {
  it('adds who is missing, confirms who is there, removes who was removed', () => {
    expect(plan({ wanted: ['a', 'b'], dropped: ['c', 'd'], mirror: ['b', 'c'] })).toEqual({
      ...nothing,
      add: ['a'],
      confirmed: ['b'],
      remove: ['c'],
    });
  });

  it('never removes someone whom the portal never had', () => {
    expect(plan({ mirror: ['x'] })).toEqual({ ...nothing, unknown: ['x'] });
  });

  it('adds someone again who was removed by hand', () => {
    expect(plan({ wanted: ['a'], mirror: [], states: { a: confirmed } })).toEqual({ ...nothing, add: ['a'] });
  });

  it('has nothing to do once all is confirmed', () => {
    expect(plan({ wanted: ['a'], dropped: ['b'], mirror: ['a'], states: { a: confirmed } })).toEqual(nothing);
  });

  it('waits before it tries again what failed', () => {
    const states = { a: { state: 'failed', retryAt: later }, b: { state: 'failed', retryAt: now } } as const;
    expect(plan({ wanted: ['a', 'b'], mirror: [], states }).add).toEqual(['b']);
    expect(plan({ dropped: ['a', 'b'], mirror: ['a', 'b'], states }).remove).toEqual(['b']);
  });

  it('forgets what came of players who are no longer concerned', () => {
    expect(plan({ dropped: ['a'], mirror: [], states: { a: confirmed, z: confirmed } }).settled).toEqual(['a', 'z']);
  });
});

describe('the plan for a whitelist whose file is not known', () => {
  it('counts what the game accepted', () => {
    const states = { a: { state: 'sent', retryAt: null }, b: { state: 'waiting', retryAt: null } } as const;
    expect(plan({ wanted: ['a', 'b', 'c'], states })).toEqual({ ...nothing, add: ['b', 'c'] });
  });

  it('removes only who was sent there', () => {
    expect(plan({ dropped: ['a', 'b'], states: { a: confirmed } })).toEqual({ ...nothing, remove: ['a'] });
  });
});
