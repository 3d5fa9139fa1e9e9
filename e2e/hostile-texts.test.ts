import { freeTexts, hostileText, poison } from './hostile-texts.ts';
import { expect, follow, lookAs, test } from './journey.ts';
import { screens, type Screen } from './screens.ts';

const names = freeTexts();

/** Some of the texts that each role meets on its screens. */
const examples: Record<Screen['as'], string[]> = {
  visitor: ['name', 'map'],
  newcomer: ['name', 'username'],
  member: ['name', 'username', 'text', 'title', 'survivor', 'tribe', 'species'],
  admin: ['name', 'username', 'text', 'reason', 'fileName', 'author'],
  owner: ['name', 'username', 'email', 'actor', 'target', 'address', 'label'],
};

for (const role of new Set(screens.map(({ as }) => as))) {
  test(`every screen (${role}) shows texts that look like HTML as texts`, async ({ page }) => {
    await page.addInitScript(poison, { names, text: hostileText });
    if (role !== 'visitor') await lookAs(page, role);
    await page.goto('/error');
    for (const { path, heading } of screens.filter(({ as }) => as === role)) {
      await test.step(path, async () => {
        await follow(page, path);
        await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
        await page.waitForFunction(() => globalThis.hostileTexts.isQuiet());
        const { fired, elements } = await page.evaluate(() => globalThis.hostileTexts.report());
        expect.soft({ fired, elements }, path).toEqual({ fired: 0, elements: 0 });
      });
    }
    const report = await page.evaluate(() => globalThis.hostileTexts.report());
    expect(report.names).toEqual(expect.arrayContaining(examples[role]));
  });
}

test('a text that is taken for HTML is noticed', async ({ page, browserErrors }) => {
  await page.addInitScript(poison, { names, text: hostileText });
  await page.goto('/error');
  await page.evaluate((text) => {
    const element = document.createElement('div');
    document.body.append(element);
    element.setHTMLUnsafe(text);
  }, hostileText);
  await expect.poll(() => page.evaluate(() => globalThis.hostileTexts.report().elements)).toBeGreaterThan(0);
  // The policy of the page does not let its code run.
  await expect.poll(() => browserErrors.length).toBeGreaterThan(0);
  browserErrors.length = 0;
});
