import { randomBytes } from 'node:crypto';
import { findViolations } from './barriers.ts';
import { expect, lookAs, test } from './journey.ts';
import { connectWorld, type World } from './world.ts';

let world: World;
test.beforeAll(async () => {
  world = await connectWorld();
});
test.afterAll(() => world.close());

test('an Admin uses the console of a server; a dangerous command needs its name', async ({ page }) => {
  const serverId = 'demo-valguero';
  const dangerous = 'DestroyWildDinos';
  const sent = async () => (await world.received(serverId)).filter((command) => command === dangerous).length;
  await lookAs(page, 'owner');
  await page.goto(`/arkbot/servers/${serverId}`);
  const panel = page.getByRole('region', { name: 'Console' });
  const field = panel.getByRole('textbox', { name: 'Command' });

  await field.fill('listp');
  await expect(panel.getByText('Who is online, with their ids')).toBeVisible();
  await field.press('Tab');
  await expect(field).toHaveValue('ListPlayers');
  await field.press('Enter');
  await expect(panel.getByRole('log')).toContainText(/0\. |No Players Connected/);
  expect(await findViolations(page)).toEqual([]);

  await field.fill(dangerous);
  await field.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Run this command?' });
  await expect(dialog).toContainText('Removes all wild creatures');
  await expect(dialog.getByRole('button', { name: 'Run' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel.getByRole('log')).toContainText('Not sent.');
  expect(await sent()).toBe(0);

  await field.press('ArrowUp');
  await expect(field).toHaveValue(dangerous);
  await field.press('Enter');
  await dialog.getByLabel('Type Valguero to confirm').fill('Valguero');
  await dialog.getByRole('button', { name: 'Run' }).click();
  await expect(panel.getByRole('log')).toContainText('The game returned nothing.');
  expect(await sent()).toBe(1);

  await page.goto('/audit?action=servers.console');
  const entry = page.getByRole('row').filter({ hasText: 'Valguero' }).first();
  await expect(entry).toContainText('Ran a command in the console of a server');
});

test('a broadcast to a cluster is seen in the games of all its servers', async ({ page }) => {
  const servers = ['demo-ragnarok', 'demo-scorched-earth'];
  const players = await Promise.all(
    servers.map(async (serverId) => {
      const playerId = `0002${randomBytes(14).toString('hex')}`;
      const survivor = { playerId, platformName: `listener ${playerId.slice(-6)}`, name: `S ${playerId.slice(-6)}` };
      await world.ask(serverId, 'join', { survivor });
      return { serverId, playerId };
    }),
  );
  const text = `Restart in 10 minutes ${players[0]?.playerId.slice(-6)}`;
  await lookAs(page, 'admin');
  await page.goto('/arkbot/clusters/demo-obelisk');
  await page.getByRole('button', { name: 'Broadcast' }).click();
  const dialog = page.getByRole('dialog', { name: /^Broadcast to/ });
  await expect(dialog.getByRole('status')).toContainText('will see it');
  await dialog.getByLabel('Message').fill(text);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText(/^Shown on \d of \d servers\.$/)).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Ragnarok' })).toContainText('Shown');
  for (const { serverId, playerId } of players) {
    const seen = async () => (await world.screen(serverId, playerId)).filter((line) => line.text.includes(text)).length;
    await expect.poll(seen).toBe(1);
  }
});
