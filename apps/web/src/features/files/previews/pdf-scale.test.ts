import { expect, it } from 'vitest';
import { pageScale } from './pdf-scale.ts';

it('fits a page into the width that is wanted', () => {
  expect(pageScale({ width: 500, height: 700 }, 1000)).toBe(2);
});

it.each([
  { width: 14_400, height: 14_400 },
  { width: 1, height: 14_400 },
  { width: 595, height: 842 },
])('never asks for more than a browser can paint: $width x $height', (page) => {
  const scale = pageScale(page, 50_000);
  expect(page.width * scale * page.height * scale).toBeLessThanOrEqual(16_000_001);
  expect(Math.max(page.width, page.height) * scale).toBeLessThanOrEqual(8192.001);
});
