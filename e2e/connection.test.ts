import type { BrowserContext, Page } from '@playwright/test';
import { expect, logIn, test } from './journey.ts';

/** The browser reports connections that were cut on purpose. */
function forgiveCutConnections(browserErrors: string[]): void {
  browserErrors.splice(
    0,
    browserErrors.length,
    ...browserErrors.filter((text) => !/ERR_(INTERNET|CONNECTION|NETWORK)|No network connection/.test(text)),
  );
}

const menuEntry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

/** A rule of the page's own stylesheet, which comes with its code. */
async function expectStyledLogs(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Logs' })).toBeVisible();
  await expect(page.locator('[class*="_bar_"]').first()).toHaveCSS('display', 'flex');
}

async function failedAsset(context: BrowserContext, act: () => Promise<void>): Promise<void> {
  const failed = context.waitForEvent('requestfailed', (request) => request.url().includes('/assets/'));
  await act();
  await failed;
}

test('a page hovered over while its files cannot be fetched opens with its styles once the network is back', async ({
  page,
  context,
  browserErrors,
}) => {
  await logIn(page, 'owner');
  await page.goto('/');
  await expect(menuEntry(page, 'Logs')).toBeVisible();
  await context.route('**/assets/**', (route) => route.abort('internetdisconnected'));
  await failedAsset(context, () => menuEntry(page, 'Logs').hover());
  await context.unroute('**/assets/**');
  await menuEntry(page, 'Logs').click();
  await expectStyledLogs(page);
  forgiveCutConnections(browserErrors);
});

test('a page opened without a network says so and opens by itself once the network is back', async ({
  page,
  context,
  browserErrors,
}) => {
  await logIn(page, 'owner');
  await page.goto('/');
  await expect(menuEntry(page, 'Logs')).toBeVisible();
  await context.setOffline(true);
  await menuEntry(page, 'Logs').click();
  await expect(page.getByRole('alert').getByText('No network connection.')).toBeVisible();
  await context.setOffline(false);
  await expectStyledLogs(page);
  forgiveCutConnections(browserErrors);
});
