import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  controlCodeAlphabet,
  controlCodeLength,
  controlCodePattern,
  formatControlCode,
  normalizeControlCode,
} from './control-code.ts';
import { isJoinAddress, joinLink } from './join-address.ts';
import { createStructureColumns, decodeStructurePoints, encodeStructurePoints } from './structure-points.ts';
import { classTitle, speakerName, trimEndOf } from './text.ts';

const length = controlCodeLength;
const code = fc.string({ unit: fc.constantFrom(...controlCodeAlphabet), minLength: length, maxLength: length });
const gap = fc.string({ unit: fc.constantFrom(' ', '-', '\t', '\u00a0'), maxLength: 3 });

it('reads a control code in whatever case and with whatever gaps it is typed', () => {
  fc.assert(
    fc.property(code, fc.array(gap, { minLength: 9, maxLength: 9 }), fc.boolean(), (right, gaps, isSmall) => {
      const typed = gaps.map((between, index) => between + (right[index] ?? '')).join('');
      const given = isSmall ? typed.toLowerCase() : typed;
      expect(controlCodePattern.test(given)).toBe(true);
      expect(normalizeControlCode(given)).toBe(right);
      expect(normalizeControlCode(formatControlCode(right))).toBe(right);
    }),
  );
});

it('accepts no typed text that is not a control code', () => {
  const piece = fc.oneof(
    fc.constantFrom('a', '2', 'Z', '0', 'O', 'l', ' ', '-', 'ſ', 'K', 'é'),
    fc.string({ maxLength: 2 }),
  );
  fc.assert(
    fc.property(fc.string({ unit: piece, maxLength: 14 }), (typed) => {
      const read = normalizeControlCode(typed);
      const isCode = read.length === length && Array.from(read).every((sign) => controlCodeAlphabet.includes(sign));
      if (controlCodePattern.test(typed)) expect(isCode).toBe(true);
    }),
  );
});

const label = fc.stringMatching(/^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,20}[a-zA-Z0-9])?$/);

it('takes every host name and IPv4 address with a port, and makes a link with nothing else in it', () => {
  const host = fc.oneof(
    fc.ipV4(),
    fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.')),
  );
  fc.assert(
    fc.property(host, fc.integer({ min: 1, max: 65_535 }), (name, port) => {
      expect(joinLink(`${name}:${port}`)).toBe(`steam://connect/${name}:${port}`);
    }),
  );
});

it('takes nothing for an address that could be more than a host and a port', () => {
  const piece = fc.oneof(
    label,
    fc.constantFrom('.', ':', '/', '?', '#', '@', '%', ' ', '\n', '[', ']', '27015', '99999', '-', '"'),
  );
  fc.assert(
    fc.property(fc.string({ unit: piece, maxLength: 8 }), (text) => {
      if (!isJoinAddress(text)) return;
      const [host = '', port = '', ...rest] = text.split(':');
      expect([rest, host, port]).toEqual([[], expect.stringMatching(/^[a-z0-9.-]+$/i), expect.stringMatching(/^\d+$/)]);
      expect(Number(port)).toBeLessThan(65_536);
      expect(new URL(`steam://connect/${text}`).href).toBe(`steam://connect/${text}`);
    }),
  );
});

const count = fc.nat(20);
const text = fc.string({ unit: 'binary', maxLength: 20 });
const points = count.chain((number) =>
  fc.record({
    count: fc.constant(number),
    savedAt: fc.nat(),
    classes: fc.array(text, { maxLength: 3 }),
    tribes: fc.array(fc.record({ id: fc.nat(), name: text, lastActiveAt: fc.nat() }), { maxLength: 3 }),
    owners: fc.array(fc.record({ arkId: text, name: text }), { maxLength: 3 }),
    numbers: fc.array(fc.nat(0xff_ffff), { minLength: number, maxLength: number }),
  }),
);

it('reads structures as they were written', () => {
  fc.assert(
    fc.property(points, ({ numbers, ...head }) => {
      const columns = createStructureColumns(head.count);
      for (const column of Object.values(columns)) column.set(numbers);
      const bytes = encodeStructurePoints({ ...head, columns });
      expect(decodeStructurePoints(bytes.buffer as ArrayBuffer)).toEqual({ ...head, columns });
    }),
  );
});

it('reads any other bytes as structures of the announced number, or says what is wrong', () => {
  fc.assert(
    fc.property(
      points,
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
      fc.nat(),
      (given, changes, cut) => {
        const { numbers: _, ...head } = given;
        const bytes = encodeStructurePoints({ ...head, columns: createStructureColumns(head.count) });
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        const part = bytes.slice(0, cut % 3 === 0 ? cut % bytes.length : bytes.length);
        try {
          const read = decodeStructurePoints(part.buffer);
          for (const column of Object.values(read.columns)) expect(column).toHaveLength(read.count);
        } catch (error) {
          expect((error as Error).message).toMatch(/list of structures/);
        }
      },
    ),
  );
});

it('trims as a regular expression would', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '=', '\r', '\n', '/'), maxLength: 20 }), (given) => {
      expect(trimEndOf(given, '=\r\n/')).toBe(given.replace(/[=\r\n/]+$/, ''));
    }),
  );
});

it('gives every class a title of its own letters', () => {
  const piece = fc.constantFrom(
    'Storage',
    'Box',
    'Large',
    'metal',
    '_C',
    '_',
    '/',
    '.',
    '12',
    'BP',
    'PrimalStructure',
    ' ',
    'é',
  );
  fc.assert(
    fc.property(fc.string({ unit: piece, minLength: 1, maxLength: 8 }), (name) => {
      const title = classTitle(name);
      expect(title).not.toBe('');
      expect(
        Array.from(title.replaceAll(/[\s_-]/g, '').toLowerCase()).every((sign) => name.toLowerCase().includes(sign)),
      ).toBe(true);
    }),
  );
});

it('names a speaker by one name or two, never by none if there is one', () => {
  fc.assert(
    fc.property(fc.string(), fc.option(fc.string()), (name, survivor) => {
      const shown = speakerName({ name, survivor });
      expect(shown.includes(name)).toBe(true);
      if (name !== '' || survivor) expect(shown).not.toBe('');
    }),
  );
});
