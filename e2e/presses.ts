import { expect } from './journey.ts';
import type { Page } from '@playwright/test';

/** Counts what a person presses on a page, with a mouse or a finger; the keyboard is not counted. */
export async function countPresses(page: Page): Promise<{ expectAtMost: (most: number) => void; restart: () => void }> {
  let count = 0;
  await page.exposeFunction('countPress', () => {
    count += 1;
  });
  await page.addInitScript(() => {
    const { countPress } = globalThis as unknown as { countPress: () => Promise<void> };
    // On the document: what Playwright stops at the window, because something moved below its pointer, it presses again.
    document.addEventListener('pointerdown', () => void countPress(), { capture: true });
  });
  return {
    expectAtMost: (most) => {
      expect(count, 'something is pressed').toBeGreaterThan(0);
      expect(count, 'presses').toBeLessThanOrEqual(most);
    },
    restart: () => {
      count = 0;
    },
  };
}
