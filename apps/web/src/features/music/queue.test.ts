import { describe, expect, it } from 'vitest';
import { buildCurrent, buildEntry, buildQueue } from '../../testing/music.ts';
import { positionAt, withChange, withMoved } from './queue.ts';

const at = '2026-01-02T03:04:00.000Z';
const later = (seconds: number) => Date.parse(at) + seconds * 1000;

const idsOf = (queue: { entries: { id: string }[] }) => queue.entries.map(({ id }) => id).join('');

describe('the position', () => {
  const song = { positionMs: 10_000, at, duration: 60 };

  it('advances while playing, stays while paused', () => {
    expect(positionAt(song, true, later(5))).toBe(15_000);
    expect(positionAt(song, false, later(5))).toBe(10_000);
  });

  it('stays inside of the song, whatever the clocks say', () => {
    expect(positionAt(song, true, later(-500))).toBe(10_000);
    expect(positionAt(song, true, later(500))).toBe(60_000);
    expect(positionAt({ ...song, duration: null }, true, later(500))).toBe(510_000);
  });
});

describe('a change ahead of the portal', () => {
  const entries = ['a', 'b', 'c'].map((id) => buildEntry(id));

  it.each([
    ['c', 'a', 'cab'],
    ['a', 'c', 'bac'],
    ['a', null, 'bca'],
    ['a', 'a', 'abc'],
    ['gone', 'a', 'abc'],
  ])('puts %s before %s', (id, before, expected) => {
    expect(idsOf(withMoved(buildQueue({ entries }), id, before))).toBe(expected);
  });

  it('pauses where the song is, and goes on from there', () => {
    const playing = buildQueue({ state: 'playing', current: buildCurrent({ positionMs: 1000, at }) });
    const paused = withChange(playing, { isPaused: true }, later(4));
    expect(paused).toMatchObject({ state: 'paused', current: { positionMs: 5000 } });
    const resumed = withChange(paused, { isPaused: false }, later(100));
    expect(resumed).toMatchObject({ state: 'playing', current: { positionMs: 5000 } });
    expect(resumed.current?.at).toBe(new Date(later(100)).toISOString());
  });

  it('leaves a player alone that does not play', () => {
    const connecting = buildQueue({ state: 'connecting', current: buildCurrent() });
    expect(withChange(connecting, { isPaused: true }, later(0))).toEqual(connecting);
  });
});
