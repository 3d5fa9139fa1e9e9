import type { Request } from '@playwright/test';
import { expect, follow, logIn, lookAs, openAs, test, type Account } from './journey.ts';

const loggedIn = ['Home', 'Info', 'Players', 'Structures', 'Chat', 'All players', 'Leaderboards', 'Info', 'Chat'];
const guildMember = ['Home', 'Info', 'Music', ...loggedIn.slice(1)];
const moderator = guildMember.flatMap((entry) => (entry === 'Leaderboards' ? [entry, 'Bans', 'Reports'] : [entry]));
const drawers: Record<Account, string[]> = {
  newcomer: loggedIn,
  member: guildMember,
  admin: [...moderator, 'Files', 'Databases', 'Registration'],
  owner: [...moderator, 'Files', 'Databases', 'Logs', 'Terminal', 'Blokken Solver', 'Users', 'Audit', 'Registration'],
};

for (const [who, entries] of Object.entries(drawers)) {
  test(`the drawer offers the role ${who} what it may use`, async ({ page }) => {
    await lookAs(page, who as Account);
    await page.goto('/');
    const drawer = page.getByRole('navigation', { name: 'Main' });
    // Other journeys write reports, which are counted, and switch the public status off and on.
    const names = async () => {
      const texts = await drawer.getByRole('link').allInnerTexts();
      return texts.map((text) => text.replace(/^Reports[\s\S]*/, 'Reports')).filter((text) => text !== 'Server status');
    };
    await expect.poll(names).toEqual(entries);
    // With its border, which belongs to the box around it.
    expect((await drawer.locator('..').boundingBox())?.width).toBe(240);
  });
}

test('a visitor has no drawer: the brand leads home, and the page uses the whole width', async ({ page }) => {
  await page.goto('/status');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Server status');
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: 'Tribehall' }).click();
  await expect(page).toHaveURL('/');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Obelisk');
  await expect(page.getByRole('button', { name: 'Open navigation' })).toHaveCount(0);
  await page.goto('/login');
  await expect(page.getByRole('link', { name: 'Tribehall' })).toBeVisible();
});

test('what is not allowed says so, and what is not there too', async ({ page, browser }) => {
  await lookAs(page, 'admin');
  await page.goto('/logs');
  for (const path of ['/logs', '/terminal', '/blokkensolver', '/databases', '/users', '/audit', '/databases/x/y']) {
    await follow(page, path);
    await expect(page.getByText(`You do not have sufficient permissions to view ${path}.`)).toBeVisible();
  }
  await page.goto('/no/such/page?x=1');
  await expect(page.getByText('There is nothing at /no/such/page.')).toBeVisible();
  await follow(page, '/error');
  await expect(page.getByText('An unknown error accurred.')).toBeVisible();
  const newcomer = await openAs(browser, 'newcomer');
  await newcomer.goto('/skibapbot/music');
  await expect(newcomer.getByText('Discord is not linked.')).toBeVisible();
  await newcomer.getByRole('link', { name: 'To account' }).click();
  await expect(newcomer).toHaveURL('/account');
  await follow(newcomer, '/files');
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

test('a visitor sees the servers with their players, and an Admin takes the badge of one with them', async ({
  page,
  browser,
}) => {
  await page.goto('/');
  await expect(page.getByRole('article')).toHaveCount(8);
  const island = page.getByRole('article', { name: 'The Island' });
  await expect(island).toContainText('online');
  await expect(island.getByRole('img', { name: /^\d+ of 50 players$/ })).toBeVisible();
  await expect(island.getByRole('link', { name: 'Join The Island' })).toHaveAttribute(
    'href',
    'steam://connect/the-island.obelisk.example:7777',
  );
  await page.getByRole('main').getByRole('link', { name: 'Server status' }).click();
  await expect(page).toHaveURL('/status');
  await expect(page.getByRole('button', { name: 'Badge of The Island' })).toHaveCount(0);

  const admin = await openAs(browser, 'admin');
  await admin.goto('/status');
  await admin.getByRole('button', { name: 'Badge of The Island' }).click();
  await expect(admin.getByRole('dialog').getByText(/^\[!\[The Island\]\(http/)).toBeVisible();
  const badge = admin.getByRole('img', { name: 'Players online on The Island' });
  await expect.poll(() => badge.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(80);
  await admin.context().close();
});

test('the keyboard reaches the pages, the servers and the help; the help is in the account menu too', async ({
  page,
}) => {
  await lookAs(page, 'admin');
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByText('All players')).toBeVisible();
  await expect(help.getByText('Audit')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.keyboard.press('s');
  const picker = page.getByRole('dialog', { name: 'Select a server' });
  await expect(picker.getByLabel('Filter by name')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(picker).toBeHidden();
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await expect(page).toHaveURL('/files');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await expect(help).toBeVisible();
});

test('breadcrumbs lead up, and the navigation names the server and marks the entry a page belongs to', async ({
  page,
}) => {
  await lookAs(page, 'member');
  await page.goto('/arkbot/servers/demo-fjordur/structures');
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.getByRole('listitem')).toHaveText(['Servers', 'Fjordur', 'Structures']);
  const drawer = page.getByRole('navigation', { name: 'Main' });
  await expect(drawer.getByRole('region', { name: 'ARK Bot', exact: true }).getByText('Fjordur')).toBeVisible();
  await crumbs.getByRole('link', { name: 'Fjordur' }).click();
  await expect(page).toHaveURL('/arkbot/servers/demo-fjordur');
  await page.goto('/arkbot/players/76561190000000001');
  await expect(drawer.getByRole('link', { name: 'All players' })).toHaveAttribute('aria-current', 'page');
  await crumbs.getByRole('link', { name: 'Players' }).click();
  await expect(page).toHaveURL('/arkbot/players');
});

test('the app can be installed, and a link to it has a picture', async ({ page, request }) => {
  await page.goto('/login');
  const manifest = await request.get((await page.locator('link[rel=manifest]').getAttribute('href')) ?? '');
  expect(manifest.headers()['content-type']).toBe('application/manifest+json');
  const { icons } = (await manifest.json()) as { icons: { src: string; type: string }[] };
  const card = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '';
  for (const { src, type } of [...icons, { src: card, type: 'image/png' }]) {
    const reply = await request.get(src);
    expect([src, reply.status(), reply.headers()['content-type']]).toEqual([src, 200, type]);
  }
});
