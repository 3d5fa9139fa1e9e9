import { expect, logIn, newPerson, openAs, password, register, test } from './journey.ts';
import { startProduct } from './product.ts';

test('a visitor comes by a link that needs a login, logs in and gets there', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Obelisk');
  await page.getByRole('link', { name: 'Manage ARK Servers' }).click();
  await expect(page).toHaveURL('/login?redirect=%2Farkbot%2Fservers');
  await page.getByLabel('Email').fill('member@tribehall.test');
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('alert')).toContainText('The email address or password is wrong.');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL('/arkbot/servers');
  await expect(page.getByText('Select a server', { exact: true }).first()).toBeVisible();
});

test('the login page is prefilled, and leads to no other site', async ({ page }) => {
  for (const target of ['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)', '/%09/evil.test']) {
    await page.goto(`/login?email=member%40tribehall.test&redirect=${encodeURIComponent(target)}`);
    await expect(page.getByLabel('Email')).toHaveValue('member@tribehall.test');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('heading', { name: /Welcome back, Mira|Not Found/ })).toBeVisible();
    expect(new URL(page.url()).origin).toBe(process.env['E2E_URL']);
    await page.goto('/logout');
    await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible();
  }
});

test('a visitor registers, sees what is wrong until nothing is, and logs out', async ({ page }) => {
  const taken = await register(page);
  const person = newPerson();
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/users/register') && calls.push(request.url()));
  await page.goto(`/register?email=${encodeURIComponent(taken.email)}&redirect=%2Faccount`);
  await expect(page.getByLabel('Email')).toHaveValue(taken.email);
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill('password123');
  await page.getByRole('textbox', { name: /repeat/i }).fill('password124');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Password and repeat password are not the same')).toBeVisible();
  expect(calls).toEqual([]);
  await page.locator('input[name=repeatPassword]').fill('password123');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('This password is too easy to guess.')).toBeVisible();
  await page.locator('input[name=password]').fill(person.password);
  await page.locator('input[name=repeatPassword]').fill(person.password);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('This email address is already registered.')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL('/account');
  await page.getByRole('button', { name: `Account menu of ${person.username}` }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('the Owner gives a role: the person is logged out where they are and comes back with it', async ({
  page,
  browser,
}) => {
  const person = await register(page);
  await page.goto(`/login?email=${encodeURIComponent(person.email)}&redirect=%2Faccount`);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Files' })).toBeHidden();

  const owner = await openAs(browser, 'owner');
  await owner.goto(`/users?search=${person.username}`);
  await owner.getByRole('button', { name: `Change roles of ${person.username}` }).click();
  await owner.getByRole('checkbox', { name: 'Admin' }).check();
  await owner.getByRole('dialog').getByRole('button', { name: 'Change roles' }).click();
  await expect(owner.getByText(`Roles of ${person.username} changed.`)).toBeVisible();

  await expect(page).toHaveURL('/login?redirect=%2Faccount');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL('/account');
  await expect(page.getByRole('link', { name: 'Files' })).toBeVisible();

  await owner.goto('/audit');
  await expect(owner.getByRole('row', { name: new RegExp(`users.roles.*${person.username}`) })).toBeVisible();
  await owner.context().close();
});

test('the audit shows what happens while one looks at it', async ({ page, browser }) => {
  await logIn(page, 'owner');
  await page.goto('/audit');
  await expect(page.getByText('live', { exact: true })).toBeVisible();
  const other = await browser.newContext({ baseURL: process.env['E2E_URL'] ?? '' });
  const person = await register(await other.newPage());
  await expect(page.getByRole('row', { name: new RegExp(person.username) })).toBeVisible();
  await other.close();
});

test('logging out in one tab logs out the other', async ({ page, context }) => {
  await logIn(page, 'newcomer');
  await page.goto('/account');
  const second = await context.newPage();
  await second.goto('/logout');
  await expect(page).toHaveURL('/login?redirect=%2Faccount');
});

test('a password is changed; the old one opens nothing any more', async ({ page }) => {
  const person = await register(page);
  await page.goto(`/login?email=${encodeURIComponent(person.email)}&redirect=%2Faccount`);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.locator('input[name=currentPassword]').fill('wrong one');
  await page.locator('input[name=newPassword]').fill('another good one');
  await page.locator('input[name=repeatPassword]').fill('another good one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await page.locator('input[name=currentPassword]').fill(person.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed. Every other session has ended.')).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL('/account');
  const old = await page.request.post('/api/users/login', { data: { email: person.email, password: person.password } });
  expect(old.status()).toBe(401);
});

test('the first start prints a link that makes the Owner, once', async ({ browser }) => {
  const product = await startProduct({ TRIBEHALL_WORLD: 'off' });
  try {
    const [link = ''] = /http\S+\/register\?setup=\S+/.exec(product.output()) ?? [];
    const context = await browser.newContext();
    const page = await context.newPage();
    const fill = async (name: string) => {
      await page.goto(link);
      await page.getByLabel('Email').fill(`${name}@example.test`);
      await page.getByLabel('Username').fill(name);
      await page.locator('input[name=password]').fill('a long enough one');
      await page.locator('input[name=repeatPassword]').fill('a long enough one');
      await page.getByRole('button', { name: 'Register' }).click();
    };
    await fill('first');
    await expect(page.getByRole('link', { name: 'Terminal' })).toBeVisible();
    await page.goto(`${product.url}/logout`);
    await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible();
    await fill('second');
    await expect(page.getByRole('alert')).toContainText('This setup link has already been used or is not valid.');
    await context.close();
  } finally {
    await product.stop();
  }
});

test('a name made to break the page is shown as it is', async ({ page, browser }) => {
  const name = `"onerror=alert(1) &lt;b&gt; ${Date.now() % 1000}`;
  const person = { ...newPerson(), username: name };
  await register(page, person);
  const owner = await openAs(browser, 'owner');
  await owner.goto(`/users?search=${encodeURIComponent(name)}`);
  await expect(owner.getByRole('rowheader', { name })).toHaveText(name);
  await owner.context().close();
});
