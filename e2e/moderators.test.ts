import { randomBytes } from 'node:crypto';
import { expect, lookAs, newPerson, register, test } from './journey.ts';
import { connectWorld, type World } from './world.ts';

let world: World;
test.beforeAll(async () => {
  world = await connectWorld();
});
test.afterAll(() => world.close());

const join = (serverId: string, playerId = '') =>
  world.ask(serverId, 'join', {
    survivor: { playerId, platformName: `Guest ${playerId.slice(-4)}`, name: `Survivor ${playerId.slice(-6)}` },
  });

test('an Admin makes a member a moderator of one server, who sees what they may there, and not more', async ({
  browser,
  page,
}) => {
  const [here, there] = ['demo-scorched-earth', 'demo-ragnarok'];
  const [victim, stranger] = [1, 2].map(() => `0002${randomBytes(14).toString('hex')}`);
  await Promise.all([join(here, victim), join(there, stranger)]);

  const context = await browser.newContext({ baseURL: process.env['E2E_URL'] ?? '' });
  const moderator = await context.newPage();
  const person = await register(moderator, newPerson());
  const reply = await moderator.request.post('/api/users/login', { data: person });
  const { data } = (await reply.json()) as { data: { accessToken: string } };
  await moderator.addInitScript((token) => localStorage.setItem('token', token), data.accessToken);
  await moderator.goto(`/arkbot/servers/${here}/players?playerId=${victim}`);
  await expect(moderator.getByRole('button', { name: 'Kill' })).toBeDisabled();

  await lookAs(page, 'admin');
  await page.goto(`/arkbot/servers/${here}`);
  const panel = page.getByRole('region', { name: 'Moderators' });
  await panel.getByRole('button', { name: 'Add a moderator' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill(person.username);
  for (const power of ['Warn', 'Mute']) await dialog.getByRole('checkbox', { name: power }).uncheck();
  await dialog.getByRole('button', { name: 'Add' }).click();
  const row = panel.getByRole('row').filter({ hasText: person.username });
  await expect(row).toContainText('See the history, kick');

  // The page that is open follows.
  await expect(moderator.getByRole('button', { name: 'Kill' })).toBeEnabled();
  for (const name of ['Ban', 'Console command', 'Mail'])
    await expect(moderator.getByRole('button', { name, exact: true })).toBeDisabled();
  await moderator.goto(`/arkbot/servers/${here}`);
  await moderator.getByRole('button', { name: 'Show who changed what' }).click();
  await expect(moderator.getByRole('table', { name: /Activity/ })).toContainText('Made someone a moderator');
  await expect(moderator.getByRole('region', { name: 'Moderators' })).toHaveCount(0);
  await moderator.goto(`/arkbot/players/${victim}`);
  await expect(moderator.getByRole('tab', { name: 'Timeline' })).toBeVisible();
  await moderator.goto(`/arkbot/servers/${there}/players?playerId=${stranger}`);
  await expect(moderator.getByRole('button', { name: 'Kill' })).toBeDisabled();

  await panel.getByRole('button', { name: `Remove ${person.username}` }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
  await panel.getByRole('button', { name: `Remove ${person.username}` }).click();
  await expect(row).toHaveCount(0);
  await moderator.goto(`/arkbot/servers/${here}/players?playerId=${victim}`);
  await expect(moderator.getByRole('button', { name: 'Kill' })).toBeDisabled();
  await context.close();
});
