import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPinoLine, visibleLine } from './log-text.ts';

const hostile = textOf('\n', '\r\n', '\u001b[2J', '\u202e', '\u2028', '\0', '\t', '\u200d', '\\', '\ud83e', '🦖', 'a');

it('shows any text on one line, without anything that is invisible or turns the direction', () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 80 }), (text, maxLength) => {
      const line = visibleLine(text, maxLength);
      expect(line).toMatch(/^(?:[\u200c\u200d]|[^\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}])*$/u);
      expect(line.length).toBeLessThanOrEqual(maxLength);
      expect(visibleLine(line, maxLength)).toBe(line);
    }),
  );
});

it('reads any line of a log with its moment, level and text', () => {
  const thrown = fc.record(
    { name: fc.jsonValue(), message: fc.jsonValue(), stack: fc.jsonValue(), cause: fc.jsonValue() },
    { requiredKeys: [] },
  );
  const line = fc.record(
    {
      time: fc.oneof(fc.nat(), fc.jsonValue()),
      level: fc.oneof(fc.constantFrom(10, 30, 40, 50), fc.jsonValue()),
      msg: fc.oneof(hostile, fc.jsonValue()),
      err: fc.oneof(thrown, fc.jsonValue()),
      host: fc.jsonValue(),
      more: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(line, (given) => {
      const { at, level, text, host } = readPinoLine(JSON.stringify(given));
      expect(['debug', 'info', 'warn', 'error']).toContain(level);
      if (typeof given.time === 'number') expect(at.getTime()).toBe(new Date(given.time).getTime());
      if (typeof given.msg === 'string') expect(text).toContain(given.msg);
      expect(host).toBe(typeof given.host === 'string' ? given.host : undefined);
    }),
  );
});
