import type { Page } from '@playwright/test';
import { expect, register, test } from './journey.ts';
import { connectWorld, type World } from './world.ts';

let world: World;
test.beforeAll(async () => {
  world = await connectWorld();
});
test.afterAll(() => world.close());

let accounts = 0;
/** Someone new on Discord. */
async function newDiscordAccount(isMember: boolean): Promise<string> {
  accounts += 1;
  const id = `2${String(Date.now())}${process.pid % 1000}${accounts}`.slice(0, 18);
  const username = `guest${id}`;
  await world.discord('addPerson', { id, username, globalName: username });
  if (isMember) await world.discord('admit', { person: username });
  return username;
}

async function enterAccountPage(page: Page): Promise<void> {
  const person = await register(page);
  await page.goto(`/login?email=${encodeURIComponent(person.email)}&redirect=%2Faccount`);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
}

async function authorizeAs(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: 'Link Discord' }).click();
  await expect(page.getByText('wants to access your Discord account.')).toBeVisible();
  await page.getByRole('radio', { name: username }).check();
  await page.getByRole('button', { name: 'Authorize' }).click();
}

test('someone links Discord, the Ski Bap pages open, being thrown out of the guild and unlinking close them', async ({
  page,
}) => {
  const username = await newDiscordAccount(true);
  await enterAccountPage(page);
  await page.goto('/skibapbot/music');
  await expect(page.getByText('Discord is not linked.')).toBeVisible();
  await page.getByRole('link', { name: 'To account' }).click();
  await authorizeAs(page, username);
  await expect(page).toHaveURL('/account');
  await expect(page.getByText(`Linked as ${username}`)).toBeVisible();

  await page.getByRole('link', { name: 'Music' }).click();
  await expect(page.getByRole('button', { name: 'Send Video' })).toBeVisible();
  await world.discord('kick', { person: username });
  await expect(page.getByText('You do not have sufficient permissions to view /skibapbot/music.')).toBeVisible();

  await page.goto('/account');
  await page.getByRole('button', { name: 'Unlink Discord' }).click();
  await expect(page.getByRole('button', { name: 'Link Discord' })).toBeVisible();
  await page.goto('/skibapbot');
  await expect(page.getByText('Discord is not linked.')).toBeVisible();
});

test('canceling shows a message, a stranger to the guild is refused, and a link works once', async ({ page }) => {
  const username = await newDiscordAccount(false);
  await enterAccountPage(page);
  await page.getByRole('button', { name: 'Link Discord' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(/cancelled/)).toBeVisible();
  await page.goto('/account');

  const returns: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().includes('code=')) returns.push(request.url());
  });
  await authorizeAs(page, username);
  await expect(page.getByText(`Linked as ${username}`)).toBeVisible();
  await page.goto('/skibapbot');
  await expect(page.getByText('You do not have sufficient permissions to view /skibapbot.')).toBeVisible();

  expect(returns).toHaveLength(1);
  await page.goto(returns[0] ?? '');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.goto('/account');
  await expect(page.getByText(`Linked as ${username}`)).toBeVisible();
});
