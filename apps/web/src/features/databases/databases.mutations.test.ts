import { expect, it } from 'vitest';
import type { DatabaseVersion } from './databases.queries.ts';
import { undoStep } from './databases.mutations.ts';

function version(id: string, changes: Partial<DatabaseVersion> = {}): DatabaseVersion {
  const at = '2026-01-02T03:04:05Z';
  return {
    id,
    version: `v${id}`,
    at,
    by: 'Olive',
    kind: 'saved',
    guildId: null,
    bytes: 2,
    isCurrent: false,
    ...changes,
  };
}

const whole = { file: 'a.json', guildId: undefined };
const part = { file: 'a.json', guildId: '7' };

it('goes back to the version before one’s own', () => {
  const list = [version('2', { isCurrent: true }), version('1')];
  expect(undoStep(list, { target: whole, version: 'v2' })).toEqual({ versionId: '1', version: 'v2' });
});

it('goes back from a guild’s part by the version of the whole file', () => {
  const list = [version('2', { isCurrent: true, guildId: '7' }), version('1')];
  expect(undoStep(list, { target: part, version: 'part' })).toEqual({ versionId: '1', version: 'v2' });
});

it('is not offered when someone else has saved since, or nothing was there before', () => {
  const theirs = [version('3', { isCurrent: true }), version('2'), version('1')];
  expect(undoStep(theirs, { target: whole, version: 'v2' })).toBeUndefined();
  expect(undoStep(theirs, { target: part, version: 'part' })).toBeUndefined();
  expect(undoStep([version('1', { isCurrent: true })], { target: whole, version: 'v1' })).toBeUndefined();
  expect(undoStep([], { target: whole, version: 'v1' })).toBeUndefined();
});
