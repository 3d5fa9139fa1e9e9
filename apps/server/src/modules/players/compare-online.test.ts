import { describe, expect, it } from 'vitest';
import { compareOnline } from './players.service.ts';

const known = (playerId: string, name: string, survivor: string | null = null) => ({ playerId, name, survivor });

describe('the difference between two lists of players', () => {
  it('is who joined, who is gone and who was renamed', () => {
    const change = compareOnline(
      [known('1', 'Ann'), known('2', 'Bo'), known('3', 'Cy')],
      [
        { id: '2', name: 'Bo' },
        { id: '3', name: 'Cyrus' },
        { id: '4', name: 'Di' },
      ],
    );
    expect(change.joined).toEqual([{ id: '4', name: 'Di' }]);
    expect(change.renamed).toMatchObject([{ id: '3', name: 'Cyrus' }]);
    expect(change.gone).toEqual(['1']);
  });

  it("keeps a survivor's name that is not reported again, and takes a new one", () => {
    const before = [known('1', 'Ann', 'Helena')];
    expect(compareOnline(before, [{ id: '1', name: 'Ann' }]).renamed).toEqual([]);
    expect(compareOnline(before, [{ id: '1', name: 'Anna' }]).renamed).toMatchObject([{ survivor: 'Helena' }]);
    expect(compareOnline(before, [{ id: '1', name: 'Ann', survivor: 'Mei' }]).renamed).toMatchObject([
      { survivor: 'Mei' },
    ]);
  });

  it('counts a player who is listed twice once', () => {
    const twice = [
      { id: '1', name: 'Ann' },
      { id: '1', name: 'Ann' },
    ];
    expect(compareOnline([], twice).joined).toHaveLength(1);
    expect(compareOnline([known('1', 'Ann')], twice)).toEqual({ joined: [], renamed: [], gone: [] });
  });
});
