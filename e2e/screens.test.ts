import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, lookAs, test } from './journey.ts';
import { screens, type Screen } from './screens.ts';

type Look = { colorScheme: 'dark' | 'light'; viewport: { width: number; height: number }; rules?: string[] };

/** The rules whose result depends on colours. */
const colorRules = ['color-contrast', 'link-in-text-block'];

const looks = {
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  // The same elements as in the dark look, in other colours.
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 }, rules: colorRules },
  phone: { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
} satisfies Record<string, Look>;

async function open(page: Page, screen: Screen): Promise<void> {
  if (screen.as !== 'visitor') await lookAs(page, screen.as);
  await page.goto(screen.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen.heading);
}

async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  // Without frames the one-page mode finds the same in half the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const runOnly = rules && { runOnly: { type: 'rule' as const, values: rules } };
  const { violations } = await axe.options({ resultTypes: ['violations'], ...runOnly }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

for (const screen of screens) {
  test(`${screen.path} (${screen.as}) has its heading and title, and no barrier in any look`, async ({ page }) => {
    await open(page, screen);
    await expect(page).toHaveTitle(screen.title);
    for (const [name, look] of Object.entries<Look>(looks)) {
      await page.setViewportSize(look.viewport);
      await page.emulateMedia({ colorScheme: look.colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', look.colorScheme);
      expect(await findViolations(page, look.rules), name).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${name}: nothing sticks out at the side`).toBeLessThanOrEqual(0);
    }
  });
}

test('the page about the API has no barrier', async ({ page }) => {
  await page.goto('/api/docs');
  await page.getByText('Log in with an email address and a password').click();
  for (const { colorScheme, viewport, rules } of Object.values<Look>(looks)) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page, rules), colorScheme).toEqual([]);
  }
});

test('the drawer of a phone, the account menu and a dialog have no barrier', async ({ page }) => {
  await lookAs(page, 'owner');
  await page.setViewportSize(looks.phone.viewport);
  await page.goto('/users');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Terminal' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.setViewportSize(looks.dark.viewport);
  await page.getByRole('button', { name: 'Account menu of Olive' }).click();
  await expect(page.getByRole('menuitem', { name: 'My account' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Change roles of Adam' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});
