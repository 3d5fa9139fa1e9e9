import type { Page } from '@playwright/test';
import { findViolations } from './barriers.ts';
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

/** As a link in the app does, without loading the app again. */
async function follow(page: Page, { path, heading, title }: Screen): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page).toHaveTitle(title);
}

async function show(page: Page, look: Look): Promise<void> {
  await page.setViewportSize(look.viewport);
  await page.emulateMedia({ colorScheme: look.colorScheme });
}

for (const role of new Set(screens.map(({ as }) => as))) {
  test(`every screen (${role}) has its heading and title, and no barrier in any look`, async ({ page }) => {
    if (role !== 'visitor') await lookAs(page, role);
    await page.goto('/error');
    for (const screen of screens.filter(({ as }) => as === role)) {
      await test.step(screen.path, async () => {
        await show(page, looks.dark);
        await follow(page, screen);
        for (const [name, look] of Object.entries<Look>(looks)) {
          const what = `${screen.path}, ${name}`;
          await show(page, look);
          await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', look.colorScheme);
          expect.soft(await findViolations(page, look.rules), what).toEqual([]);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect.soft(overflow, `${what}: nothing sticks out at the side`).toBeLessThanOrEqual(0);
        }
      });
    }
  });
}

test('the page about the API has no barrier', async ({ page }) => {
  await page.goto('/api/docs');
  await page.getByText('Log in with an email address and a password').click();
  for (const [name, look] of Object.entries<Look>(looks)) {
    await show(page, look);
    expect(await findViolations(page, look.rules), name).toEqual([]);
  }
});

test('the drawer of a phone, the account menu and dialogs have no barrier', async ({ page }) => {
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
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});
