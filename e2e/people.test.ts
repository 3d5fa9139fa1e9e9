import { randomBytes } from 'node:crypto';
import { expect, lookAs, test } from './journey.ts';
import { connectWorld, type World } from './world.ts';

let world: World;
test.beforeAll(async () => {
  world = await connectWorld();
});
test.afterAll(() => world.close());

test('an Admin finds Cinderjaw, sees what happened, and who else was on', async ({ page }) => {
  const serverId = 'demo-island-ascended';
  const playerId = `0002${randomBytes(14).toString('hex')}`;
  const name = `Cinderjaw ${playerId.slice(-4)}`;
  const survivor = { playerId, platformName: name, name: `Jaw ${playerId.slice(-4)}`, level: 33 };
  await world.ask(serverId, 'join', { survivor });
  await lookAs(page, 'admin');
  await page.goto('/arkbot/players');
  await page.getByRole('searchbox').or(page.getByPlaceholder('Filter by name, tribe or server')).fill(name);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText(/^Online/).first()).toBeVisible();

  // The name of the survivor is known once they have spoken.
  await world.say(serverId, playerId, 'is anyone here?');
  await expect
    .poll(async () => {
      const reply = await page.request.get(`/api/ark/servers/${serverId}/players/${playerId}`, {
        headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` },
      });
      return ((await reply.json()) as { data: { survivor: string | null } }).data.survivor;
    })
    .toBe(survivor.name);
  await world.ask(serverId, 'kill', { playerId });
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/^Died/).first()).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await world.ask(serverId, 'leave', { playerId });
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/^Left/).first()).toBeVisible({ timeout: 3_000 });
  }).toPass();
});
