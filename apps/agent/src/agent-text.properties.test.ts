import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanLines, cleanText } from './clean-text.ts';
import { toRows } from './commands/say-rows.ts';
import { parseArguments, UsageError } from './cli/arguments.ts';
import { decodeReply, encodeCommand } from './rcon/rcon-connection.ts';
import { CommandTextError } from '@tribehall/ark/rcon/command-text';
import { clean, serializeRow } from './saves/reader/serialize-row.ts';

const hostile = textOf(
  '\n',
  '\r\n',
  '\u001b[31m',
  '\u001b]',
  '\u0007',
  '\u202e',
  '\u200d',
  '\u2028',
  '\0',
  '\t',
  ' ',
  'Ċ',
  '🦖',
  '\ud83e',
  '|',
  '"',
  'a',
);
const line = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;

it('makes one clean line of any text, or several, no longer than allowed; and of that the same', () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 60 }), (text, maxLength) => {
      const cleaned = cleanText(text, maxLength);
      expect(cleaned).toMatch(line);
      expect(cleaned.length).toBeLessThanOrEqual(maxLength);
      expect([cleanText(cleaned, maxLength), clean(text, maxLength)]).toEqual([cleaned, cleaned]);
      const lines = cleanLines(text, maxLength);
      expect(lines.length).toBeLessThanOrEqual(maxLength);
      for (const one of lines.split('\n')) expect(one).toMatch(line);
      expect(cleanLines(lines, maxLength)).toBe(lines);
    }),
  );
});

it('says any text in rows of which only the first can look like a message', () => {
  fc.assert(
    fc.property(hostile, fc.boolean(), fc.integer({ min: 6, max: 40 }), (text, isAsciiOnly, maxRowLength) => {
      const [first = '', ...rest] = toRows(text, { isAsciiOnly, maxRowLength });
      for (const row of rest) expect(row.startsWith('... ')).toBe(true);
      for (const row of [first, ...rest]) {
        expect(row).toMatch(line);
        expect(Array.from(row).length).toBeLessThanOrEqual(maxRowLength);
      }
    }),
  );
});

it('sends a command as its own bytes, never as those of another letter', () => {
  fc.assert(
    fc.property(hostile, fc.boolean(), (command, isAsciiOnly) => {
      try {
        const bytes = encodeCommand(command, isAsciiOnly);
        expect(bytes.includes(0x0a) || bytes.includes(0x0d) || bytes.includes(0)).toBe(false);
        if (!isAsciiOnly) expect(bytes.toString('utf8')).toBe(command);
        else expect(bytes.toString('latin1')).toMatch(/^[ -~]*$/);
        expect(decodeReply(bytes, isAsciiOnly)).toBe(isAsciiOnly ? bytes.toString('latin1') : command);
      } catch (error) {
        expect(error).toBeInstanceOf(CommandTextError);
      }
    }),
  );
});

it('reads any command line, or says what is wrong with it, and never prints a token', () => {
  const token = 'th_secret-token-1';
  const word = fc.oneof(
    fc.constantFrom(
      'run',
      'add',
      'check',
      'read',
      '--game',
      'asa',
      '--rcon',
      '[::1]:27020',
      '27020',
      ':1',
      'a:99999',
      '--token',
      token,
      `--token=${token}`,
      '--portal',
      '--help',
      '--',
      '-h',
      '--config',
      '--run',
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (argv) => {
      try {
        const read = parseArguments(argv);
        if (read.command !== 'add') return;
        expect(read.options).not.toHaveProperty('token');
        const { host = 'a', port = 1 } = read.options.rcon ?? {};
        expect(host !== '' && port >= 1 && port <= 65_535).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError);
        // Of an option of its own name; what is no option is repeated as it was typed.
        const isOption = !argv.includes(token) && !argv.includes('--');
        if (isOption) expect((error as Error).message).not.toContain(token);
      }
    }),
  );
});

it('sends rows of a save that are JSON, however odd their texts and numbers are', () => {
  const number = fc.oneof(fc.double(), fc.integer());
  const place = fc.record({ x: number, y: number, z: number });
  const structure = fc.record({
    id: fc.oneof(fc.stringMatching(/^\w{1,10}$/), hostile),
    teamId: number,
    teamName: hostile,
    ownerArkId: hostile,
    ownerName: hostile,
    name: hostile,
    className: hostile,
    place,
    builtAt: number,
  });
  fc.assert(
    fc.property(structure, (given) => {
      const row = serializeRow({ kind: 'structure', structure: given } as unknown as Parameters<
        typeof serializeRow
      >[0]);
      if (!row) return;
      const read = JSON.parse(row.json) as Record<string, unknown>;
      for (const value of Object.values(read)) {
        if (typeof value === 'string') expect(value).toMatch(line);
        if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
      }
    }),
  );
});
