import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, lookAs, test, type Account } from './journey.ts';
import { countPresses } from './presses.ts';
import { connectWorld, type World } from './world.ts';

let world: World;
test.beforeAll(async () => {
  world = await connectWorld();
});
test.afterAll(() => world.close());

const serverId = 'demo-island-ascended';

async function openHome(page: Page, account: Account) {
  const presses = await countPresses(page);
  await lookAs(page, account);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: /^Welcome back/ })).toBeVisible();
  return presses;
}

/** A player of this journey alone. */
async function join(): Promise<{ playerId: string; platformName: string }> {
  const playerId = `0002${randomBytes(14).toString('hex')}`;
  const platformName = `Guest ${playerId.slice(-6)}`;
  const survivor = { playerId, platformName, name: `Survivor ${playerId.slice(-6)}` };
  await world.ask(serverId, 'join', { survivor });
  return { playerId, platformName };
}

test('from Home, a server is found with one click', async ({ page }) => {
  const presses = await openHome(page, 'member');
  await page.getByRole('link', { name: 'Manage ARK Servers' }).click();
  await expect(page.getByRole('link', { name: 'Fjordur', exact: true })).toBeVisible();
  presses.expectAtMost(1);
});

test('from Home, everyone online is seen with one click', async ({ page }) => {
  const presses = await openHome(page, 'member');
  await page.getByRole('link', { name: 'All players', exact: true }).first().click();
  await expect(page.getByRole('grid', { name: 'Players on all servers' }).getByRole('row').nth(1)).toBeVisible();
  presses.expectAtMost(1);
});

test('from Home, an Admin bans whoever joined with three clicks', async ({ page }) => {
  const { platformName } = await join();
  const presses = await openHome(page, 'admin');
  await page.getByRole('region', { name: 'Online now' }).getByRole('link', { name: platformName }).click();
  await page.getByRole('button', { name: 'Ban', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click();
  await expect(page.getByText(/^Ban of .*: (confirmed|sent)/)).toBeVisible();
  presses.expectAtMost(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Unban of .*: (confirmed|sent)/)).toBeVisible();
});

test('from Home, an Admin bans anyone by name with three clicks', async ({ page }) => {
  const { platformName } = await join();
  const presses = await openHome(page, 'admin');
  // Known to the portal.
  await expect(
    page.getByRole('region', { name: 'Online now' }).getByRole('link', { name: platformName }),
  ).toBeVisible();
  await page.getByRole('button', { name: /^Search players/ }).click();
  await page.keyboard.type(`ban ${platformName}`);
  await page
    .getByRole('option', { name: new RegExp(`Ban.*${platformName}`) })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click();
  await expect(page.getByText(/^Ban of .*: (confirmed|sent)/)).toBeVisible();
  presses.expectAtMost(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Unban of .*: (confirmed|sent)/)).toBeVisible();
});

test('from Home, a message to a player is sent with three clicks', async ({ page }) => {
  const { playerId, platformName } = await join();
  const presses = await openHome(page, 'admin');
  await page.getByRole('region', { name: 'Online now' }).getByRole('link', { name: platformName }).click();
  await page.getByRole('button', { name: 'Mail', exact: true }).click();
  await page.getByLabel('Subject').fill('Water');
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('dialog').getByText(/^(waiting|delivered)$/)).toBeVisible();
  presses.expectAtMost(3);
  await world.ask(serverId, 'leave', { playerId });
});

test("from Home, an error in yesterday's logs is found with three clicks", async ({ page }) => {
  const text = `disk full ${randomBytes(4).toString('hex')}`;
  await page.route(/\/api\/logs\/entries\?/, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const midnight = new Date();
    midnight.setHours(0, 0, 0, 0);
    const isAsked = query.get('level') === 'error' && Date.parse(query.get('before') ?? '') === midnight.getTime();
    const at = new Date(midnight.getTime() - 3_600_000).toISOString();
    const entry = { id: '1', at, level: 'error', host: 'portal', key: 'jobs', text };
    await route.fulfill({
      json: { status: 200, data: { entries: isAsked ? [entry] : [], hasMore: false, skipped: 0 } },
    });
  });
  const presses = await openHome(page, 'owner');
  await page.getByRole('link', { name: 'Logs', exact: true }).click();
  await page.getByRole('radio', { name: 'Yesterday' }).click();
  await page.getByRole('radio', { name: 'Errors' }).click();
  await expect(page.getByText(text)).toBeVisible();
  presses.expectAtMost(3);
});
