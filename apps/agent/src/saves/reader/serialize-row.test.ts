import type { SavedRow, SavedStructure, UnreadableRow } from '@tribehall/ark/saves/save-rows';
import { agentLimits } from '@tribehall/contract/agent/agent.contract';
import { saveRow, saveRows } from '@tribehall/contract/agent/world-saves.contract';
import { describe, expect, it } from 'vitest';
import { RowBatch } from './row-batch.ts';
import { serializeClass, serializeRow } from './serialize-row.ts';

const hostile = `\u202e=cmd|'/c calc'!A1\u001b[2J\u0000\ud800${'Ω🦖'.repeat(10_000)}`;
const structure: SavedStructure = { id: 'ab12', className: 'Wall_C', teamId: 5, place: { x: 1.26, y: -2, z: 3 } };
const serialized = (row: Exclude<SavedRow, UnreadableRow>) =>
  JSON.parse(serializeRow(row)?.json ?? 'null') as Record<string, unknown> | null;

describe('a row', () => {
  it('is what the contract wants, whatever the names are', () => {
    const names = { teamName: hostile, ownerName: hostile, name: hostile, className: hostile };
    expect(
      saveRow.structure.parse(serialized({ kind: 'structure', structure: { ...structure, ...names } })),
    ).toBeDefined();
    const survivor = {
      arkId: '1',
      name: hostile,
      platformName: hostile,
      playerId: 'not an id',
      level: 1.5,
      loginAt: 1e99,
    };
    const row = serialized({ kind: 'survivor', survivor });
    expect(saveRow.survivor.parse(row)).not.toHaveProperty('playerId');
    expect(row).not.toHaveProperty('loginAt');
    expect(
      saveRow.class.parse(JSON.parse(serializeClass({ className: hostile, kind: 'item', count: 3 })?.json ?? '')),
    ).toBeDefined();
  });

  it('of a tribe fits into a message with its newest lines, however much it has', () => {
    const members = Array.from({ length: 5_000 }, (_none, index) => ({ arkId: String(index), name: hostile }));
    const log = Array.from({ length: 5_000 }, (_none, index) => `Day ${index} ${hostile}`);
    const tribe = { id: 5, name: hostile, adminArkIds: ['1', 'x'], members, log };
    const row = serializeRow({ kind: 'tribe', tribe });
    expect(Buffer.byteLength(row?.json ?? '')).toBeLessThan(agentLimits.maxFrameBytes / 2);
    expect(saveRow.tribe.parse(JSON.parse(row?.json ?? ''))).toMatchObject({ adminArkIds: ['1'] });
    const short = serialized({
      kind: 'tribe',
      tribe: { ...tribe, members: [], log: log.map((_line, day) => `Day ${day}`) },
    });
    expect(short?.['log']).toHaveLength(800);
    expect(short?.['log']).toContain('Day 4999');
  });

  it('is rounded, so that a hair’s breadth is no change', () => {
    const other = { ...structure, place: { x: 1.2599999, y: -2.0000001, z: 3 } };
    expect(serialized({ kind: 'structure', structure: other })).toEqual(serialized({ kind: 'structure', structure }));
  });

  it.each([
    ['a number that is none', { place: { x: Number.NaN, y: 0, z: 0 } }],
    ['coordinates outside of any world', { place: { x: 1e12, y: 0, z: 0 } }],
    ['an id with other signs', { id: 'a b' }],
    ['no class', { className: '\u0000' }],
    ['a team that cannot be', { teamId: -1 }],
  ])('with %s is none', (_what, change) => {
    expect(serializeRow({ kind: 'structure', structure: { ...structure, ...change } })).toBeUndefined();
  });
});

it('goes with others into messages that the contract takes and a frame holds', () => {
  const row = serializeRow({ kind: 'structure', structure: { ...structure, ownerName: 'Ω'.repeat(128) } });
  const batch = new RowBatch();
  let count = 0;
  for (; batch.canAdd(row?.json ?? ''); count += 1) batch.add('structure', row?.json ?? '');
  expect(count).toBeGreaterThan(100);
  expect(Buffer.byteLength(batch.json())).toBeLessThan(agentLimits.maxFrameBytes - 1_000);
  expect(saveRows.params.parse(JSON.parse(batch.json())).structures).toHaveLength(count);

  const gone = new RowBatch();
  let id = 0;
  for (; gone.canAdd(String(id)); id += 1) gone.addGone({ kind: 'structure', id: String(id) });
  gone.addGone({ kind: 'class', id: 'Wall_C' });
  const params = saveRows.params.parse(JSON.parse(gone.json()));
  expect(params.gone?.structures).toHaveLength(agentLimits.maxSaveRowsPerBatch);
  expect(params.classes).toEqual([{ className: 'Wall_C', kind: 'other', count: 0 }]);
});
