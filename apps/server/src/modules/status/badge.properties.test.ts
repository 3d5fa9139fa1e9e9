import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawBadge } from './badge.ts';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decode = (text: string) => text.replaceAll(/&(\w+);/g, (_, name: string) => entities[name] ?? '');

it('is well-formed SVG with the name in it as text alone, whatever a server is called', () => {
  const name = textOf(
    '<',
    '>',
    '&',
    '"',
    "'",
    '</title>',
    '<script>',
    '&amp;',
    ']]>',
    '\0',
    '\u202e',
    '\ud83e',
    '🦖',
    ' ',
    'a',
  );
  const state = fc.constantFrom('offline', 'booting', 'up', 'degraded', 'down');
  fc.assert(
    fc.property(
      name,
      state,
      fc.option(fc.nat(999)),
      fc.option(fc.nat(999)),
      (given, current, playerCount, maxPlayers) => {
        const svg = drawBadge({ name: given, state: current, playerCount, maxPlayers });
        const tags = svg.match(/<[^<>]*>/g) ?? [];
        for (const tag of tags)
          expect(tag).toMatch(/^<\/?(?:svg|title|clipPath|rect|g|text)(?: [\w-]+="[^"<>]*")*\/?>$/);
        const open: string[] = [];
        for (const tag of tags) {
          const [, end, word = '', isEmpty] = /^<(\/?)(\w+)[^]*?(\/?)>$/.exec(tag) ?? [];
          if (end) expect(open.pop()).toBe(word);
          else if (!isEmpty) open.push(word);
        }
        expect(open).toEqual([]);
        const texts = svg.split(/<[^<>]*>/);
        for (const text of texts) expect(text).toMatch(/^(?:[^&<>\p{Cc}\p{Cs}]|&(?:amp|lt|gt|quot|apos);)*\n?$/u);
        const shown = Array.from(given.replaceAll(/\p{C}/gu, '').trim());
        expect(texts.map(decode).join('|')).toContain(
          shown.length > 32 ? shown.slice(0, 31).join('') : shown.join('') || 'server',
        );
      },
    ),
  );
});
