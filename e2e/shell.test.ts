import type { Request } from '@playwright/test';
import { expect, logIn, lookAs, openAs, test, type Account } from './journey.ts';

const everyone = ['Home'];
const loggedIn = ['Home', 'Info', 'Players', 'Structures', 'Chat', 'All players', 'Info', 'Chat'];
const guildMember = ['Home', 'Info', 'Music', ...loggedIn.slice(1)];
const drawers: Record<Account | 'visitor', string[]> = {
  visitor: everyone,
  newcomer: loggedIn,
  member: guildMember,
  admin: [...guildMember, 'Files', 'Databases'],
  owner: [...guildMember, 'Files', 'Databases', 'Logs', 'Terminal', 'Blokken Solver', 'Users', 'Audit'],
};

for (const [who, entries] of Object.entries(drawers)) {
  test(`the drawer offers the role ${who} what it may use`, async ({ page }) => {
    if (who !== 'visitor') await lookAs(page, who as Account);
    await page.goto('/');
    const drawer = page.getByRole('navigation', { name: 'Main' });
    await expect(drawer.getByRole('link')).toHaveText(entries);
    // With its border, which belongs to the box around it.
    expect((await drawer.locator('..').boundingBox())?.width).toBe(240);
  });
}

test('what is not allowed says so, and what is not there too', async ({ page, browser }) => {
  await lookAs(page, 'admin');
  for (const path of ['/logs', '/terminal', '/blokkensolver', '/databases', '/users', '/audit', '/databases/x/y']) {
    await page.goto(path);
    await expect(page.getByText(`You do not have sufficient permissions to view ${path}.`)).toBeVisible();
  }
  await page.goto('/no/such/page?x=1');
  await expect(page.getByText('There is nothing at /no/such/page.')).toBeVisible();
  await page.goto('/error');
  await expect(page.getByText('An unknown error accurred.')).toBeVisible();
  const newcomer = await openAs(browser, 'newcomer');
  await newcomer.goto('/skibapbot/music');
  await expect(newcomer.getByText('Discord is not linked.')).toBeVisible();
  await newcomer.getByRole('link', { name: 'To account' }).click();
  await expect(newcomer).toHaveURL('/account');
  await newcomer.goto('/files');
  await expect(newcomer.getByText('You do not have sufficient permissions to view /files.')).toBeVisible();
  await newcomer.context().close();
});

test('the last server and cluster are remembered and restored', async ({ page }) => {
  await logIn(page, 'member');
  await page.goto('/arkbot/servers/demo-fjordur/players');
  await expect(page.getByRole('main').getByText('Fjordur').first()).toBeVisible();
  await page.goto('/arkbot/servers');
  await expect(page).toHaveURL('/arkbot/servers/demo-fjordur');
  await page.goto('/arkbot/clusters/demo-obelisk');
  await expect(page.getByRole('main').getByText('Obelisk').first()).toBeVisible();
  await page.goto('/arkbot/clusters');
  await expect(page).toHaveURL('/arkbot/clusters/demo-obelisk');
});

test('a guild id in the address preserves every digit', async ({ page }) => {
  await logIn(page, 'owner');
  await page.goto('/databases/a/b.json?guildId=81384788765712384');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL('/databases/a/b.json?guildId=81384788765712384');
});

test('the theme follows the system until it is chosen, and is remembered without a flash', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.getByRole('button', { name: /^Theme: System/ }).click();
  await page.getByRole('button', { name: /^Theme: Light/ }).click();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const scheme = document.documentElement.dataset['mantineColorScheme'] ?? 'none';
      sessionStorage.setItem('schemes', `${sessionStorage.getItem('schemes') ?? ''} ${scheme}`);
    });
  });
  await page.reload();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  expect(await page.evaluate(() => sessionStorage.getItem('schemes'))).toMatch(/^( dark)+$/);
});

test('without a network, and without a portal, the page says which, and recovers by itself', async ({
  page,
  context,
  browserErrors,
}) => {
  await logIn(page, 'owner');
  await page.goto('/users');
  await expect(page.getByRole('rowheader', { name: 'Olive' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('searchbox').fill('adam');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No network connection.').first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('rowheader', { name: 'Adam' })).toBeVisible();
  await context.route('**/api/**', (route) => route.abort('connectionrefused'));
  await page.getByRole('searchbox').fill('olive');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Could not reach API server.').first()).toBeVisible();
  await context.unroute('**/api/**');
  await expect(page.getByRole('rowheader', { name: 'Olive' })).toBeVisible();
  // The browser reports connections that were cut on purpose.
  browserErrors.splice(
    0,
    browserErrors.length,
    ...browserErrors.filter((text) => !/ERR_(INTERNET|CONNECTION|NETWORK)/.test(text)),
  );
});

test('a token past half its life is replaced by the one in the reply', async ({ page }) => {
  await logIn(page, 'member');
  const before = await page.evaluate(() => localStorage.getItem('token'));
  const renewed = `${before}-renewed`;
  // The portal does not know this token and would end the session.
  const known = (request: Request) => ({ ...request.headers(), authorization: `Bearer ${before}` });
  await page.route('**/api/**', (route) => route.continue({ headers: known(route.request()) }));
  await page.route('**/api/users/me', async (route) => {
    const reply = await route.fetch({ headers: known(route.request()) });
    await route.fulfill({ response: reply, headers: { ...reply.headers(), 'x-access-token': renewed } });
  });
  await page.goto('/');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBe(renewed);
  const isUsed = page.waitForRequest((request) => request.headers()['authorization'] === `Bearer ${renewed}`);
  await page.reload();
  await isUsed;
});

test('the landing page names three mods', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: /Super Spyglass Plus|Cybers Structures|Cryo Storage/ })).toHaveCount(3);
});
