import { randomBytes, randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { findViolations } from './barriers.ts';
import { expect, lookAs, openAs, test } from './journey.ts';
import { connectWorld, type World } from './world.ts';

let world: World;
test.beforeAll(async () => {
  world = await connectWorld();
});
test.afterAll(() => world.close());

const done = (word: string) => new RegExp(`^([1-9]\\d*) of \\1 ${word}$`);
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Details' });

async function lift(page: Page, reason: string): Promise<void> {
  await panelOf(page).getByRole('button', { name: 'Lift…' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill(reason);
  await page.getByRole('dialog').getByRole('button', { name: 'Lift' }).click();
  // A second one within seconds is added to the first: “lifted. (2)”.
  await expect(page.getByText(/^Ban of .* lifted\.( \(\d+\))?$/)).toBeVisible();
}

test('a ban for a day holds on every server of the cluster, and is lifted again', async ({ page }) => {
  const playerId = `7656119${randomInt(1e9, 1e10 - 1)}`;
  const platformName = `Raider ${playerId.slice(-6)}`;
  const survivor = { playerId, platformName, name: `Survivor ${playerId.slice(-6)}` };
  const taunt = `you are all easy prey ${playerId.slice(-6)}`;
  await world.ask('demo-fjordur', 'join', { survivor });
  await lookAs(page, 'admin');
  await page.goto('/arkbot/players');
  await page.getByPlaceholder('Filter by name, tribe or server').fill(platformName);
  const profile = await page.getByRole('link', { name: platformName }).getAttribute('href');
  // Once the portal knows them: whose a message is, is only certain for players who are online.
  await world.say('demo-fjordur', playerId, taunt);
  await page.goto('/arkbot/servers/demo-fjordur/chat');
  await expect(page.getByText(taunt)).toBeVisible();
  await page.goto(profile ?? '');
  await page.getByRole('button', { name: 'Sanction…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Where').selectOption('cluster:demo-old-guard');
  await dialog.getByLabel('Reason').fill('Raids on newcomers');
  await dialog.getByLabel('Length').selectOption('1 day');
  await dialog.getByRole('button', { name: 'Add this page' }).click();
  await dialog.getByRole('button', { name: /^Pick from/ }).click();
  await dialog.getByRole('button', { name: /^Joined Fjordur/ }).click();
  await dialog.getByRole('tab', { name: 'Chat' }).click();
  await dialog.getByRole('button', { name: taunt }).click();
  await expect(dialog.getByLabel('3. Chat message')).toHaveValue(`“${taunt}” (Fjordur)`);
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
  await expect(page.getByText(`${platformName} was banned on the cluster Old Guard.`)).toBeVisible();
  await page.getByRole('link', { name: '1 active sanction' }).click();
  await page.getByRole('grid', { name: 'Sanctions, newest first' }).getByText('Raids on newcomers').click();
  const panel = panelOf(page);
  await expect(panel.getByText(done('confirmed'))).toBeVisible({ timeout: 30_000 });
  await expect(panel.getByText('Confirmed').nth(2)).toBeVisible();
  await expect(panel.getByRole('link', { name: new RegExp(playerId) }).last()).toBeVisible();
  const current = page.locator('li[aria-current="true"]');
  await panel.getByRole('link', { name: taunt }).click();
  await expect(current).toContainText(taunt);
  await expect(current).toBeInViewport();
  await page.goBack();
  await panel.getByRole('link', { name: /^Joined Fjordur/ }).click();
  await expect(current).toContainText('Joined Fjordur');
  await page.getByRole('button', { name: 'Sanctions' }).click();
  await page.getByRole('radio', { name: 'All', exact: true }).check({ force: true });
  await page.getByRole('link', { name: 'Open this sanction' }).first().click();
  await expect(panel.getByText('Raids on newcomers')).toBeVisible();
  await page.goto('/arkbot/bans');
  await page.getByLabel('Imposed by').selectOption('Adam');
  await page.getByRole('row').filter({ hasText: platformName }).getByText('Raids on newcomers').click();
  expect(await findViolations(page)).toEqual([]);
  await expect
    .poll(async () => (await world.survivors('demo-fjordur')).some((one) => one.playerId === playerId))
    .toBe(false);
  const receipt = page.url();
  await page.goto('/arkbot/servers/demo-the-island/players');
  const bans = page.getByRole('grid', { name: 'Bans' });
  await expect(bans.getByText('Raids on newcomers').first()).toBeVisible();
  await bans.getByRole('button', { name: `Unban ${platformName}` }).click();
  await expect(page.getByText('This player is banned on the cluster Old Guard. Lift that ban instead.')).toBeVisible();
  await page.goto(receipt);
  await lift(page, 'They said sorry');
  await expect(panel.getByText(done('lifted'))).toBeVisible({ timeout: 30_000 });
  await expect(panel.getByText('They said sorry')).toBeVisible();
});

test('someone who was never seen is banned, and the list goes out and in as a file', async ({ page }) => {
  const playerId = `0002${randomBytes(14).toString('hex')}`;
  await lookAs(page, 'admin');
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bans' }).click();
  await page.getByRole('button', { name: 'Ban by ID…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Player ID').fill(playerId.toUpperCase());
  await dialog.getByLabel('Name (optional)').fill(`=Ghost ${playerId.slice(-6)}`);
  await dialog.getByLabel('Where').selectOption('server:demo-valguero');
  await dialog.getByLabel('Reason').fill('Known cheater');
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
  await expect(page.getByText(/was banned on Valguero\.$/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search by name, ID or reason' }).fill(playerId);
  await expect(page.getByText('1 found, newest first')).toBeVisible();

  await page.getByRole('button', { name: 'Export…' }).click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save file' }).click();
  const file = await (await download).path();
  expect(await readFile(file, 'utf8')).toContain(`${playerId},"'=Ghost`);

  await page.getByRole('grid').getByText('Known cheater').click();
  await lift(page, 'Test of the list');
  await page.getByRole('button', { name: 'Import…' }).click();
  await dialog.getByLabel('File').setInputFiles({
    name: 'bans.csv',
    mimeType: 'text/csv',
    buffer: Buffer.concat([await readFile(file), Buffer.from('nonsense,,,,,,,,\r\n')]),
  });
  await expect(dialog.getByText('1 ban to import. 1 row is left out:')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByLabel('Where').selectOption('all');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByText('1 ban added, 0 already known.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('2 found, newest first')).toBeVisible();
  await page.getByRole('grid').getByText('All servers').click();
  await expect(panelOf(page).getByText('Imported from a list')).toBeVisible();
  await lift(page, 'Test of the list');
});

test('a member reads a warning, and the Admin sees that', async ({ page, browser }) => {
  const reason = `Please move your raft ${randomBytes(3).toString('hex')}.`;
  const admin = await openAs(browser, 'admin');
  await admin.goto('/arkbot/players/76561190000000001');
  await admin.getByRole('button', { name: 'Sanction…' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Warning' }).check({ force: true });
  await dialog.getByLabel('Where').selectOption('server:demo-the-island');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Warn', exact: true }).click();
  await expect(admin.getByText('mira_plays was warned on The Island.')).toBeVisible();

  await lookAs(page, 'member');
  await page.goto('/account');
  const warning = page
    .getByRole('region', { name: 'Warnings and bans' })
    .getByRole('listitem')
    .filter({ hasText: reason });
  await warning.getByRole('button', { name: 'I have read this' }).click();
  await expect(warning.getByText('Read', { exact: true })).toBeVisible();

  await admin.goto('/arkbot/players/76561190000000001?view=sanctions');
  await admin.getByRole('grid', { name: 'Sanctions, newest first' }).getByText(reason).click();
  await expect(panelOf(admin).getByText('Read', { exact: true }).first()).toBeVisible();
  await admin.context().close();
});
