import { describe, expect, it } from 'vitest';
import { contourPaths } from './contours.ts';

const size = { columns: 30, rows: 12 };
const numbersOf = (paths: readonly string[]) => paths.flatMap((path) => (path.match(/[\d.]+/g) ?? []).map(Number));

describe('contour lines', () => {
  it('are the same for the same name, and others for another', () => {
    expect(contourPaths('Ragnarok', { ...size })).toEqual(contourPaths('Ragnarok', size));
    expect(contourPaths('Ragnarok', size)).not.toEqual(contourPaths('Fjordur', size));
  });

  it('are drawn once for each name and size', () => {
    expect(contourPaths('Ragnarok', size)).toBe(contourPaths('Ragnarok', { ...size }));
  });

  it.each(['', 'Žofka', '🦖', "<img onerror='x'>", 'x'.repeat(64)])('are numbers within the grid for %j', (seed) => {
    const paths = contourPaths(seed, size);
    expect(paths.join('')).toMatch(/^(M[\d.]+ [\d.]+(L[\d.]+ [\d.]+)*)*$/);
    expect(Math.max(...numbersOf(paths))).toBeLessThanOrEqual(size.columns);
    expect(paths.join('').length).toBeGreaterThan(100);
  });

  it('join the pieces of neighbouring cells', () => {
    const path = contourPaths('Ragnarok', size).join('');
    const lines = path.split('M').slice(1);
    const pieces = lines.flatMap((line) => line.split('L').slice(1));
    expect(pieces.length / lines.length).toBeGreaterThan(4);
  });

  it('are not kept for more names than fit a screen', () => {
    const first = contourPaths('first', size);
    for (let index = 0; index < 100; index += 1) contourPaths(`Server ${index}`, size);
    expect(contourPaths('first', size)).not.toBe(first);
  });
});
