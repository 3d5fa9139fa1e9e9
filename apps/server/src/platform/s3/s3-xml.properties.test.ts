import { textOf as anyTextOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeXml } from '../escape-xml.ts';
import { elementsOf, textOf } from './s3-xml.ts';

const text = anyTextOf('<', '>', '&', '&amp;', '&#38;', '"', "'", '</Key>', '<Key>', ';', '#');

it('reads back every text that it escapes', () => {
  fc.assert(
    fc.property(text, text, (key, other) => {
      const xml = `<R><Key>${escapeXml(key)}</Key><Other>${escapeXml(other)}</Other></R>`;
      expect(textOf(xml, 'Key')).toBe(key);
      expect(textOf(xml, 'Other')).toBe(other);
    }),
  );
});

it('finds every element, whatever is in it', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), (keys) => {
      const xml = keys.map((key) => `<Part><Key>${escapeXml(key)}</Key></Part>`).join('\n');
      expect(elementsOf(xml, 'Part').map((part) => textOf(part, 'Key'))).toEqual(keys);
    }),
  );
});

it('takes any reply for text, and does not throw', () => {
  fc.assert(
    fc.property(anyTextOf('<Key>', '</Key>', '&#1114112;', '&#xfffff;', '&#', ';', '<'), (xml) => {
      expect(['string', 'undefined']).toContain(typeof textOf(xml, 'Key'));
      expect(elementsOf(xml, 'Key').every((element) => xml.includes(element))).toBe(true);
    }),
  );
});
