import { describe, expect, it } from 'vitest';
import { linkNames, membersByName } from './linked-names.ts';

const mira = { name: 'Mira', playerId: '1' };
const otto = { name: 'Otto', playerId: '2' };

describe('a line with names', () => {
  it('links each of them once, where they stand alone', () => {
    expect(linkNames("Otto was promoted by Mira! 'Mira'", [mira, otto])).toEqual([
      otto,
      { name: ' was promoted by ' },
      mira,
      { name: "! 'Mira'" },
    ]);
    expect(linkNames('Tribemember a - Lvl 3 was killed!', [{ name: 'a', playerId: '3' }])).toEqual([
      { name: 'Tribemember ' },
      { name: 'a', playerId: '3' },
      { name: ' - Lvl 3 was killed!' },
    ]);
    expect(linkNames('Miranda joined', [mira])).toEqual([{ name: 'Miranda joined' }]);
    expect(linkNames('Äotto und Ottoß', [otto])).toEqual([{ name: 'Äotto und Ottoß' }]);
  });

  it('takes the longer of two names at the same place', () => {
    const full = { name: 'Mira (Bold)', playerId: '4' };
    expect(linkNames('Mira (Bold) joined', [mira, full])).toEqual([full, { name: ' joined' }]);
  });

  it('has no link without a name, and keeps every character', () => {
    expect(linkNames('x', [{ name: '', playerId: '1' }])).toEqual([{ name: 'x' }]);
    expect(linkNames('', [mira])).toEqual([]);
    expect(linkNames('$& (.*) \\', [{ name: '(.*)', playerId: '5' }])).toEqual([
      { name: '$& ' },
      { name: '(.*)', playerId: '5' },
      { name: ' \\' },
    ]);
  });

  it('knows members by name, except two of the same name', () => {
    const twins = [
      { name: 'Twin', playerId: '6' },
      { name: 'Twin', playerId: null },
    ];
    expect([...membersByName([mira, { name: 'Gone', playerId: null }, ...twins])]).toEqual([['Mira', '1']]);
  });
});
