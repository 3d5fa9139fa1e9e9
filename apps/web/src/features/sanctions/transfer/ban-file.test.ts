import { describe, expect, it } from 'vitest';
import { buildSanction } from '../../../testing/sanctions.ts';
import { readBanFile, toCsv, toJson } from './ban-file.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const one = '76561198000000001';
const two = '0002a11ce0000000000000000000beef';
const read = (text: string) => readBanFile(text, now);

describe('what was exported', () => {
  const hostile = buildSanction({
    playerId: one,
    name: '=cmd()|"x", y\nz',
    reason: '+1; -2',
    endsAt: '2026-03-04T05:06:07.000Z',
  });
  const sanctions = [hostile, buildSanction({ playerId: two, name: "'quoted'", reason: '' })];
  const expected = [
    {
      line: expect.any(Number),
      playerId: one,
      name: '=cmd()|"x", y\nz',
      reason: '+1; -2',
      endsAt: '2026-03-04T05:06:07.000Z',
    },
    { line: expect.any(Number), playerId: two, name: "'quoted'" },
  ];

  it('is read back from CSV, which holds no formula', () => {
    const csv = toCsv(sanctions);
    expect(csv).toContain(`"'=cmd()|""x"", y\nz"`);
    expect(csv).toContain(`"'+1; -2"`);
    expect(read(csv)).toEqual({ bans: expected, problems: [] });
  });

  it('is read back from JSON', () => {
    expect(read(toJson(sanctions))).toEqual({ bans: expected, problems: [] });
  });

  it('is left out where it is no ban that holds', () => {
    const others = [
      buildSanction({ kind: 'warning' }),
      buildSanction({ state: 'lifted' }),
      buildSanction({ endsAt: '2025-12-31T00:00:00Z' }),
    ];
    const problems = ['This is a warning, not a ban.', 'This ban is lifted.', 'This ban has already ended.'];
    for (const text of [toCsv(others), toJson(others)])
      expect(read(text)).toEqual({
        bans: [],
        problems: problems.map((message) => ({ line: expect.any(Number), message })),
      });
  });
});

describe('files of others', () => {
  it('are a BanList.txt: an id on each line, whatever follows it', () => {
    expect(read(`${one}\r\n\r\n${two.toUpperCase()},0,0\n`)).toEqual({
      bans: [
        { line: 1, playerId: one },
        { line: 3, playerId: two },
      ],
      problems: [],
    });
  });

  it('name the columns as they like, also with semicolons', () => {
    const { bans } = read(`Player Name;Steam ID;Reason;Expires\nBob;${one};"raids; always";2030-01-01\n`);
    expect(bans).toEqual([
      { line: 2, playerId: one, name: 'Bob', reason: 'raids; always', endsAt: '2030-01-01T00:00:00.000Z' },
    ]);
  });

  it.each([
    ['[not json', [1, 'The file is not valid JSON.']],
    ['{"a":1}', [1, 'The file has no list of bans.']],
    ['[{"name":"x"}]', [1, 'There is no player ID.']],
    ['7.65612E+16', [1, '“7.65612e+16” is not a player ID.']],
    [`${one}\n${one}`, [2, 'The same player as in line 1.']],
    [`playerId,endsAt\n${one},soon`, [2, 'The end is not a date.']],
  ])('say what is wrong with %j', (text, [line, message]) => {
    expect(read(text).problems).toEqual([{ line, message }]);
  });
});
