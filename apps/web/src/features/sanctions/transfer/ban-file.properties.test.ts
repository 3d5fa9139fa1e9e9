import { textOf } from '@tribehall/common/any-text.fixture';
import { routes } from '@tribehall/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildSanction } from '../../../testing/sanctions.ts';
import { readBanFile, toCsv, toJson } from './ban-file.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const playerId = fc.oneof(fc.stringMatching(/^\d{17}$/), fc.stringMatching(/^[0-9a-f]{32}$/));
const text = textOf('=', '+', "'", '"', ',', ';', '\t', '\n', '\r\n', ' ', '@', '\ufeff', 'é', '🦖', 'a').map((given) =>
  given.slice(0, 100),
);
const ban = fc.record({
  playerId,
  name: text,
  reason: text,
  endsAt: fc.option(
    fc
      .date({ min: new Date('2026-01-02'), max: new Date('2090-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString()),
  ),
});
const bans = fc.uniqueArray(ban, { selector: (one) => one.playerId, minLength: 1, maxLength: 6 });

it('reads back every ban that it exported, as CSV and as JSON', () => {
  fc.assert(
    fc.property(bans, (given) => {
      const sanctions = given.map((one) => buildSanction(one));
      const expected = given.map(({ playerId: id, name, reason, endsAt }) => ({
        line: expect.any(Number) as number,
        playerId: id,
        ...(name !== '' && { name }),
        ...(reason !== '' && { reason }),
        ...(endsAt !== null && { endsAt }),
      }));
      expect(readBanFile(toCsv(sanctions), now)).toEqual({ bans: expected, problems: [] });
      expect(readBanFile(toJson(sanctions), now)).toEqual({ bans: expected, problems: [] });
    }),
  );
});

it('reads every BanList.txt', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(playerId, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', ',0,0'),
      (ids, lineBreak, rest) => {
        const { bans: read } = readBanFile(ids.map((id) => id.toUpperCase() + rest + lineBreak).join(''), now);
        expect(read.map((one) => one.playerId)).toEqual(ids);
      },
    ),
  );
});

it('reads any other file as bans that the portal can take, and says of the rest in which line it is', () => {
  const { body } = routes['POST /ark/sanctions/import'];
  const pieces = [
    'playerId',
    'constructor',
    '__proto__',
    'endsAt',
    'reason',
    'kind',
    ',',
    ';',
    '\t',
    '\n',
    '\r',
    '"',
    '""',
    '76561198000000001',
    '0002a11ce0000000000000000000beef',
    '2030-01-01',
    '+275760-09-13',
    '[',
    ']',
    '{',
    '}',
    ':',
    "'",
    '=',
    'ban',
    '\ufeff',
    '[{"id":"',
    '"}]',
    '["',
  ];
  fc.assert(
    fc.property(
      fc.oneof(
        textOf(...pieces),
        fc.json(),
        fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
      ),
      (file) => {
        const { bans: read, problems } = readBanFile(file, now);
        for (const { line } of [...read, ...problems]) expect(line).toBeGreaterThan(0);
        expect(new Set(read.map((one) => one.playerId)).size).toBe(read.length);
        const rows = read.map(({ line: _, ...row }) => row);
        if (rows.length > 0) expect(body.safeParse({ reach: { type: 'all' }, bans: rows }).success).toBe(true);
      },
    ),
  );
});
