import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyName, playerId, textOf } from '../testing/any-text.ts';
import { assertOneLine, chatRows, commandLine, CommandTextError, plainArgument, quoted } from './command-text.ts';
import { createPacketReader, encodePacket, PacketError } from './packets.ts';
import { isCutPlayerList, isPlayerId, parsePlayerList } from './replies.ts';

const hostile = textOf(
  '"',
  '\\',
  '|',
  '｜',
  '＂',
  ';',
  '\n',
  '\r',
  '\u2028',
  '\u0085',
  '\0',
  '\t',
  ' ',
  '\u202e',
  '\u001b',
  '[2J',
  '<RichColor ',
  '</>',
  '<',
  '>',
  'Ċ',
  'ﷺ',
  '🦖',
  'KickPlayer 1',
  'a',
);
const packet = fc.record({ id: fc.integer(), type: fc.integer(), body: fc.uint8Array({ maxLength: 40 }) });

/** Cuts bytes at any places. */
function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

it('reads every packet that it writes, however the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(packet, { maxLength: 6 }), fc.array(fc.nat(), { maxLength: 8 }), (packets, cuts) => {
      const sent = packets.map(({ id, type, body }) => ({ id, type, body: Buffer.from(body) }));
      const read = createPacketReader();
      expect(cutAt(Buffer.concat(sent.map(encodePacket)), cuts).flatMap(read)).toEqual(sent);
    }),
  );
});

const readAll = (chunks: Buffer[]) => {
  const read = createPacketReader(64);
  const found: unknown[] = [];
  try {
    for (const chunk of chunks) found.push(...read(chunk));
  } catch (error) {
    if (!(error instanceof PacketError)) throw error;
    return 'refused';
  }
  return found;
};

it('reads any other bytes as packets or refuses them, the same however they are cut', () => {
  const small = fc.tuple(fc.integer({ min: 8, max: 66 }), fc.uint8Array({ maxLength: 70 })).map(([size, rest]) => {
    const head = Buffer.alloc(4);
    head.writeInt32LE(size);
    return Buffer.concat([head, rest]);
  });
  fc.assert(
    fc.property(fc.array(small, { maxLength: 3 }), fc.array(fc.nat(), { maxLength: 8 }), (parts, cuts) => {
      const bytes = Buffer.concat(parts);
      expect(readAll(cutAt(bytes, cuts))).toEqual(readAll([bytes]));
    }),
  );
});

it('quotes any text as one argument on one line, and a quoted text as itself', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const argument = quoted(text);
      expect(argument).toMatch(/^"[^"\\|\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*"$/u);
      expect(quoted(argument.slice(1, -1))).toBe(argument);
    }),
  );
});

it('makes rows of chat that are one safe line each, and shows a row again as itself', () => {
  fc.assert(
    fc.property(hostile, fc.boolean(), fc.integer({ min: 1, max: 30 }), (text, isAsciiOnly, maxLength) => {
      for (const row of chatRows(text, { isAsciiOnly, maxLength })) {
        expect(() => assertOneLine(row)).not.toThrow();
        expect(row).toMatch(isAsciiOnly ? /^[ -{}~]+$/ : /^[^|]+$/);
        expect(row).not.toMatch(/<RichColor|<\/>/i);
        expect(Array.from(row).length).toBeLessThanOrEqual(maxLength);
        expect(chatRows(row, { isAsciiOnly, maxLength: 200 })).toEqual([row]);
      }
    }),
  );
});

const attempt = (work: (text: string) => string, text: string) => {
  try {
    return work(text);
  } catch (error) {
    expect(error).toBeInstanceOf(CommandTextError);
    return undefined;
  }
};

it('passes plain arguments and typed commands on unchanged, or refuses them', () => {
  fc.assert(
    fc.property(fc.oneof(hostile, textOf('a', '/', '.', ':', '-')), (text) => {
      expect([text, undefined]).toContain(attempt(plainArgument, text));
      const command = attempt(commandLine, text);
      if (command === undefined) return;
      expect(command).toMatch(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u);
      expect(commandLine(command)).toBe(command);
      expect(text.replaceAll(/\p{Cf}/gu, '')).toContain(command.replaceAll(/\p{Cf}/gu, ''));
    }),
  );
});

const players = fc.uniqueArray(fc.record({ id: playerId, name: anyName }), { selector: ({ id }) => id, maxLength: 8 });
const listed = (list: { id: string; name: string }[]) =>
  list.length === 0
    ? 'No Players Connected \n '
    : `${list.map(({ id, name }, row) => `${row}. ${name}, ${id}`).join(' \n')} \n `;

it('reads every list of players as the game prints it', () => {
  fc.assert(
    fc.property(players, (list) => {
      expect(parsePlayerList(listed(list))).toEqual(list);
      expect(isCutPlayerList(listed(list))).toBe(false);
    }),
  );
});

it('finds only player ids in any other text, each once, and names without control characters', () => {
  fc.assert(
    fc.property(textOf('0. ', '12. ', ', ', '\n', '76561197991984752', '0002f16bad3d4330b6097fcec38c5610'), (reply) => {
      const found = parsePlayerList(reply);
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      for (const { id, name } of found) {
        expect(isPlayerId(id)).toBe(true);
        expect(name).toMatch(/^[^\p{Cc}\p{Cs}]*$/u);
      }
    }),
  );
});

it('notices a list that was cut off, wherever it was', () => {
  // No shorter part of these is the id of another platform.
  const ofEos = fc.array(
    fc.record({ id: playerId.map((id) => `a${id}`.padEnd(32, '0').slice(0, 32)), name: anyName }),
    {
      minLength: 1,
      maxLength: 4,
    },
  );
  fc.assert(
    fc.property(ofEos, fc.nat(), (list, place) => {
      const whole = listed(list);
      const part = whole.slice(0, place % whole.length);
      const isRow = /^\d+\. .*, [0-9a-f]{32}\s*$/u.test(part.trimEnd().split('\n').at(-1) ?? '');
      expect(isCutPlayerList(part)).toBe(part !== '' && !isRow);
    }),
  );
});
