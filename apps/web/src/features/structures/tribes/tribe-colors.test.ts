import { describe, expect, it } from 'vitest';
import { buildPoints } from '../../../testing/structures.ts';
import { onTribe, tribeHue, tribePalettes, unknownTribeColors } from '../../../lib/tribes/tribe-palette.ts';
import { tribeColors, tribeHues } from './tribe-colors.ts';

const schemes = ['dark', 'light'] as const;
const cards = { dark: '#1a1f29', light: '#f8f9fb' } as const;

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const tribesOf = (ids: number[]) => ids.map((id) => ({ id, name: '', lastActiveAt: 0 }));
const world = (sizes: Record<number, number>) =>
  buildPoints({
    tribes: tribesOf(Object.keys(sizes).map(Number)),
    rows: Object.values(sizes).flatMap((size, tribe) => Array.from({ length: size }, () => ({ tribe }))),
  });

describe('the colours of tribes', () => {
  it.each(schemes)('contrast with the map and with a number, %s', (scheme) => {
    for (const color of [...tribePalettes[scheme], unknownTribeColors[scheme]]) {
      expect(contrast(color, cards[scheme])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(color, onTribe[scheme])).toBeGreaterThanOrEqual(4.5);
    }
    expect(new Set(tribePalettes[scheme]).size).toBe(tribePalettes.dark.length);
  });

  it('stay the same for a tribe when others come and structures are added', () => {
    const alone = tribeColors(world({ 1_234_567_890: 1 }), 'dark');
    expect(tribeColors(world({ 1_234_567_890: 500, 77: 3, 12: 1 }), 'dark')).toContain(alone[0]);
    expect(tribeColors(world({ 1_234_567_890: 9 }), 'dark')).toEqual(alone);
  });

  it('are those of the lists and chats, which know the name alone', () => {
    const named = buildPoints({ tribes: [{ id: 7, name: 'Tidewatch', lastActiveAt: 0 }], rows: [{ tribe: 0 }] });
    expect([...tribeHues(named)]).toEqual([tribeHue({ name: 'Tidewatch' })]);
    const hues = ['Tidewatch', 'Dodo & Sons', 'Night Shift', 'Old Guard', ''].map((name) => tribeHue({ name }));
    expect(new Set(hues).size).toBeGreaterThan(2);
  });

  it('differ for 90 tribes of a map; small ones take shades', () => {
    const many = Object.fromEntries(
      Array.from({ length: tribePalettes.dark.length }, (_, at) => [at * 18 + 5, at + 1]),
    );
    expect(new Set(tribeHues(world(many))).size).toBe(tribePalettes.dark.length);
    const more = world(Object.fromEntries(Array.from({ length: 90 }, (_, at) => [at, 1])));
    for (const scheme of schemes) {
      const colors = tribeColors(more, scheme);
      expect(new Set(colors).size).toBe(90);
      for (const color of colors) expect(contrast(color, cards[scheme])).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('go to the larger tribe on a collision', () => {
    const ids = Array.from({ length: 200 }, (_, at) => at + 1);
    const hueOf = (id: number) => tribeHues(world({ [id]: 1 }))[0];
    const rival = ids.find((id) => id > 1 && hueOf(id) === hueOf(1)) ?? 0;
    expect(tribeHues(world({ 1: 2, [rival]: 9 }))[1]).toBe(hueOf(1));
    expect(tribeHues(world({ 1: 9, [rival]: 2 }))[0]).toBe(hueOf(1));
  });
});
