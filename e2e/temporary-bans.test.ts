import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, openOn } from './journey.ts';
import { test } from './own-portal.ts';
import type { Portal, Program } from './programs.ts';
import type { Survivor, World } from './world.ts';

const serverIds = ['demo-the-island', 'demo-fjordur', 'demo-lost-island', 'demo-valguero'];
const minuteMs = 60_000;
let portal: Portal;
let agent: Program;
let world: World;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ own }) => {
  test.setTimeout(120_000);
  world = own.steering;
  portal = await own.open();
  agent = await own.startAgent(portal.url);
});
test.afterAll(async () => {
  await agent.kill('SIGTERM');
  // With the clock that was moved.
  await portal.kill('SIGTERM');
});

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const onServers = (count: number, word: string) => `${count} of ${serverIds.length} ${word}`;

/** Bans a new player in the cluster for an hour and opens the receipt. */
async function banForAnHour(page: Page): Promise<Survivor> {
  const playerId = `7656119${randomInt(1e9, 1e10 - 1)}`;
  const survivor = { playerId, platformName: `Raider ${playerId.slice(-6)}`, name: `Survivor ${playerId.slice(-6)}` };
  await world.ask('demo-fjordur', 'join', { survivor });
  await page.goto('/arkbot/bans');
  await page.getByRole('button', { name: 'Ban by ID…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Player ID').fill(playerId);
  await dialog.getByLabel('Where').selectOption('cluster:demo-old-guard');
  await dialog.getByLabel('Reason').fill(`Raids ${playerId}`);
  await dialog.getByLabel('Length').selectOption('1 hour');
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search by name, ID or reason' }).fill(playerId);
  await page.getByRole('grid').getByText(`Raids ${playerId}`).click();
  return survivor;
}

/** The servers that let the player in. */
async function findOpen(survivor: Survivor): Promise<string[]> {
  const tried = await Promise.all(
    serverIds.map(async (serverId) => {
      const isIn = await world.ask(serverId, 'join', { survivor }).then(
        () => true,
        () => false,
      );
      if (isIn) await world.ask(serverId, 'leave', { playerId: survivor.playerId });
      return isIn ? [serverId] : [];
    }),
  );
  return tried.flat();
}

test('a ban for an hour holds on every server of the cluster, and ends there by itself', async ({ browser }) => {
  test.setTimeout(180_000);
  const page = await openOn(browser, portal.url, 'admin');
  const survivor = await banForAnHour(page);
  await expect(panelOf(page).getByText(onServers(4, 'confirmed'))).toBeVisible({ timeout: 30_000 });
  expect(await findOpen(survivor)).toEqual([]);

  await portal.moveClock(58 * minuteMs);
  await page.reload();
  await expect(panelOf(page).getByText(onServers(4, 'confirmed'))).toBeVisible();
  expect(await findOpen(survivor)).toEqual([]);

  await portal.moveClock(61 * minuteMs);
  await expect(panelOf(page).getByText(onServers(4, 'lifted'))).toBeVisible({ timeout: 30_000 });
  expect(await findOpen(survivor)).toEqual(serverIds);
  await page.context().close();
});

test('a ban that ends while the portal and a server are down is lifted when they are back', async ({
  browser,
  own,
}) => {
  test.setTimeout(180_000);
  let page = await openOn(browser, portal.url, 'admin');
  const survivor = await banForAnHour(page);
  await expect(panelOf(page).getByText(onServers(4, 'confirmed'))).toBeVisible({ timeout: 30_000 });
  const receipt = page.url();
  await page.context().close();

  await world.ask('demo-valguero', 'stop');
  await portal.kill('SIGKILL');
  portal = await own.startPortal();
  // Past the end of the ban, also by the clock of the first test.
  await portal.moveClock(3 * 60 * minuteMs);
  page = await openOn(browser, portal.url, 'admin');
  await page.goto(receipt);
  await expect(panelOf(page).getByText(onServers(3, 'lifted'))).toBeVisible({ timeout: 60_000 });
  await world.ask('demo-valguero', 'start');
  await expect(panelOf(page).getByText(onServers(4, 'lifted'))).toBeVisible({ timeout: 60_000 });
  expect(await findOpen(survivor)).toEqual(serverIds);
  await page.context().close();
});
