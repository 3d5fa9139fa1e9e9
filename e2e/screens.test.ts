import type { Page } from '@playwright/test';
import { findViolations } from './barriers.ts';
import { expect, follow, lookAs, test } from './journey.ts';
import { screens, type Screen } from './screens.ts';

type Look = { colorScheme: 'dark' | 'light'; viewport: { width: number; height: number } };

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const looks = {
  dark: { colorScheme: 'dark', viewport: desktop },
  'light phone': { colorScheme: 'light', viewport: phone },
  light: { colorScheme: 'light', viewport: desktop },
  'dark phone': { colorScheme: 'dark', viewport: phone },
} satisfies Record<string, Look>;

/**
 * Each screen is seen in both colours and at both widths. Screens take turns in which colours go with which width: what
 * they share is seen in all looks. `npm run test:deep` shows every screen in every look.
 */
function looksOf(index: number): [string, Look][] {
  const all = Object.entries<Look>(looks);
  if (process.env['TEST_DEPTH'] === 'deep') return all;
  return index % 2 === 0 ? all.slice(0, 2) : all.slice(2);
}

/** WCAG 1.4.10: also a page at 400 % zoom is read without scrolling sideways. */
const narrowest = { width: 320, height: 640 };

async function open(page: Page, { path, heading, title }: Screen): Promise<void> {
  await follow(page, path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page).toHaveTitle(title);
}

async function show(page: Page, look: Look): Promise<void> {
  await page.setViewportSize(look.viewport);
  await page.emulateMedia({ colorScheme: look.colorScheme });
}

/** Empty if the page does not scroll sideways; otherwise its width and the outermost elements that reach over its side. */
async function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // Parts that measure themselves follow a new width a frame later.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const { scrollWidth, clientWidth } = document.scrollingElement ?? document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element instanceof HTMLElement && element.getBoundingClientRect().right > clientWidth + 0.5,
    );
    const outermost = wide.filter((element) => !wide.includes(element.parentElement ?? element));
    return [`${scrollWidth} px`, ...outermost.slice(0, 5).map((element) => `${element.tagName} ${element.className}`)];
  });
}

/** Once it has settled: what is loading or live may be wider for a frame. */
async function fits(page: Page, what: string): Promise<void> {
  const message = `${what}: nothing sticks out at the side`;
  await expect
    .configure({ soft: true })
    .poll(() => findOverflow(page), { message, timeout: 5_000 })
    .toEqual([]);
}

for (const role of new Set(screens.map(({ as }) => as))) {
  test(`every screen (${role}) has its heading and title, and no barrier in any look`, async ({ page }) => {
    if (role !== 'visitor') await lookAs(page, role);
    await page.goto('/error');
    for (const [index, screen] of screens.filter(({ as }) => as === role).entries()) {
      await test.step(screen.path, async () => {
        const shown = looksOf(index);
        for (const [step, [name, look]] of shown.entries()) {
          const what = `${screen.path}, ${name}`;
          await show(page, look);
          if (step === 0) await open(page, screen);
          await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', look.colorScheme);
          expect.soft(await findViolations(page), what).toEqual([]);
          await fits(page, what);
        }
        await page.setViewportSize(narrowest);
        await fits(page, `${screen.path}, 320 px`);
      });
    }
  });
}

test('the page about the API has no barrier', async ({ page }) => {
  await page.goto('/api/docs');
  await page.getByText('Log in with an email address and a password').click();
  for (const [name, look] of Object.entries<Look>(looks)) {
    await show(page, look);
    expect(await findViolations(page), name).toEqual([]);
  }
});

test('the drawer of a phone, the account menu and dialogs have no barrier', async ({ page }) => {
  await lookAs(page, 'owner');
  await page.setViewportSize(phone);
  await page.goto('/users');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Terminal' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.setViewportSize(desktop);
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
