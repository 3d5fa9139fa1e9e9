import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { expect, openOn } from './journey.ts';
import { test } from './own-portal.ts';

test.describe.configure({ mode: 'serial' });

type Options = Parameters<typeof openOn>[3];

async function openAsOwner(browser: Browser, url: string, address: string, options: Options = {}): Promise<Page> {
  const page = await openOn(browser, url, 'owner', options);
  await page.goto(address);
  return page;
}

/** Records every state text on the page from now on. */
async function recordStates(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    const look = () => document.querySelectorAll('main [role=status]').forEach((part) => seen.add(part.textContent));
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { seenStates: seen });
  });
  return () => page.evaluate(() => [...(window as unknown as { seenStates: Set<string> }).seenStates].join('\n'));
}

test('while the portal is down, nothing is shown as live and no server as offline', async ({ browser, own }) => {
  test.setTimeout(180_000);
  let portal = await own.open();
  const agent = await own.startAgent(portal.url);
  const page = await openAsOwner(browser, portal.url, '/arkbot/servers/demo-ragnarok');
  const main = page.getByRole('main');
  // Until its agent has connected again, the server is offline too.
  const indicator = main.locator('[role=status][data-state]');
  const state = main.getByRole('status').filter({ hasText: /online|unknown|offline/ });
  await expect(state.first()).toContainText('online');
  await expect(indicator).toHaveText('live');
  const seen = await recordStates(page);

  await portal.kill('SIGTERM');
  await expect(indicator).toHaveText('reconnecting');
  await expect(main.getByText("We can't reach the portal.")).toBeVisible();
  await expect(main.getByText(/^Last known: online,/)).toBeVisible();
  expect(await seen()).not.toContain('offline');
  portal = await own.startPortal();
  await expect(indicator).toHaveText('live');
  await expect(state.first()).toContainText('online');

  await page.context().setOffline(true);
  await expect(indicator).toHaveText('offline');
  await expect(main.getByText('No network connection.').first()).toBeVisible();
  await page.context().setOffline(false);
  await expect(indicator).toHaveText('live');
  await expect(state.first()).toContainText('online');
  await page.context().close();
  await agent.kill('SIGTERM');
});

test('the app opens while the portal is down, and goes on when it is back', async ({ browser, own }) => {
  test.setTimeout(180_000);
  let portal = await own.open();
  const page = await openAsOwner(browser, portal.url, '/', { serviceWorkers: 'allow' });
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  await expect(heading(/^Welcome back/)).toBeVisible();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

  await portal.kill('SIGTERM');
  // Never opened before, and another address than the one that was stored.
  await page.goto('/logs');
  await expect(page.getByText('Could not reach API server.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tribehall' })).toBeVisible();
  const stored = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(stored.filter((file) => file.startsWith('/api'))).toEqual([]);
  expect(stored.length).toBeGreaterThan(20);
  portal = await own.startPortal();
  await expect(heading('Logs')).toBeVisible();
  await page.context().close();
});

test('a page that was open during an update works on for a week, and then asks for a reload', async ({
  browser,
  own,
}) => {
  test.setTimeout(180_000);
  let portal = await own.open();
  const page = await openAsOwner(browser, portal.url, '/');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Logs' })).toBeVisible();
  await portal.kill('SIGTERM');
  own.built.rebuildWeb();
  portal = await own.startPortal();
  const notice = page.getByRole('status').filter({ hasText: 'A new version is available – reload' });
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await menu.getByRole('link', { name: 'Logs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Logs' })).toBeVisible();
  await expect(page.locator('[class*="_bar_"]').first()).toHaveCSS('display', 'flex');

  await portal.kill('SIGTERM');
  letAWeekPass(path.join(own.dataFolder, 'web-assets/replaced.json'));
  portal = await own.startPortal();
  await menu.getByRole('link', { name: 'Terminal' }).click();
  const gone = page.getByRole('alert').filter({ hasText: 'A new version is available – reload' });
  await expect(gone).toBeVisible();
  await gone.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Terminal' })).toBeVisible();
  await expect(page.getByText('A new version is available – reload')).toHaveCount(0);
  await page.context().close();
});

function letAWeekPass(list: string): void {
  const replacedAt = JSON.parse(readFileSync(list, 'utf8')) as Record<string, number>;
  const earlier = Object.entries(replacedAt).map(([name, at]) => [name, at - 8 * 24 * 3600_000]);
  expect(earlier.length).toBeGreaterThan(10);
  writeFileSync(list, JSON.stringify(Object.fromEntries(earlier)));
}
