import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatBytes, formatDateTime, formatDuration, formatLength, formatSpan, readTime } from './format.ts';
import { fromLocalField, normalizeLocalField, toLocalField } from './local-field.ts';
import { splitPath } from './split-path.ts';
import { boundsOf, isTimeRange } from './time-range.ts';
import { headingText, quoted, visibleDirections, visibleLines, visibleText } from './visible-text.ts';

const moment = fc.date({ min: new Date('1980-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
const hostile = textOf('\u202e', '\u2066', '\u200f', '\n', '\t', '\0', '\u2028', '\ud83e', '🦖', 'a');
const hidden = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

it('shows every hidden character of any text, and shows a shown text as it is', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(visibleText(text)).not.toMatch(hidden);
      expect(visibleText(visibleText(text))).toBe(visibleText(text));
      expect(visibleLines(text).replaceAll(/[\n\t]/g, '')).not.toMatch(hidden);
      expect(visibleLines(text).split('\n')).toHaveLength(text.split('\n').length);
      expect(visibleDirections(text)).not.toMatch(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
      expect(headingText(text)).not.toMatch(hidden);
      expect(quoted(text).slice(2, -2)).not.toMatch(hidden);
    }),
  );
});

it('gives back a time from the field it was entered in, to the second', () => {
  fc.assert(
    fc.property(moment, (at) => {
      const whole = new Date(Math.floor(at.getTime() / 1000) * 1000).toISOString();
      expect(fromLocalField(toLocalField(whole))).toBe(whole);
      expect(readTime(whole)).toBe(whole);
    }),
  );
});

it('reads any text as a time that the portal takes, or as none', () => {
  const now = new Date();
  fc.assert(
    fc.property(textOf('2026', '-', '13', 'T', ':', 'Z', '+', '999999', ' ', 'Jan', '1'), (text) => {
      expect(fromLocalField(normalizeLocalField(text), now)).toBe(fromLocalField(text, now));
      for (const time of [readTime(text), fromLocalField(text)].filter((read) => read !== undefined))
        expect(new Date(time).toISOString()).toBe(time);
      expect(readTime(text) ?? '0000').toMatch(/^\d{4}/);
      expect(toLocalField(text)).toMatch(/^(?:|[+-]?\d{4,6}-.*)$/);
      expect(typeof formatDateTime(text)).toBe('string');
      expect(boundsOf({ range: text }, 0)).toEqual(isTimeRange(text) ? { from: expect.any(String) as string } : {});
    }),
  );
});

it('formats any number of seconds so that it reads as the same', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), (seconds) => {
      const parts = formatLength(seconds).split(':').map(Number);
      expect(parts.reduce((sum, part) => sum * 60 + part, 0)).toBe(seconds);
    }),
  );
});

it('formats any amount as a number with a unit, larger ones never smaller', () => {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  const read = (text: string) => Number.parseFloat(text) * 1000 ** units.indexOf(text.split(' ')[1] ?? '');
  const amount = fc.oneof(fc.nat(5000), fc.maxSafeInteger().map(Math.abs));
  fc.assert(
    fc.property(amount, amount, (one, other) => {
      expect(formatBytes(one)).toMatch(/^\d+(?:\.\d)? [kMGTP]?B$/);
      expect(Math.abs(read(formatBytes(one)) - one)).toBeLessThanOrEqual(Math.max(0.5, one * 0.051));
      if (one <= other) expect(read(formatBytes(one))).toBeLessThanOrEqual(read(formatBytes(other)));
      for (const text of [formatDuration(one), formatSpan(one)])
        expect(text).toMatch(/^(?:less than a minute|[\d,.\u202f\u00a0]+ (?:min|h|d)(?: \d+ (?:min|h))?)$/);
    }),
  );
});

it('splits a path into two parts that make it up', () => {
  fc.assert(
    fc.property(textOf('/', 'a', '.'), (path) => {
      const { folders, base } = splitPath(path);
      expect([folders + base, base.includes('/')]).toEqual([path, false]);
    }),
  );
});
