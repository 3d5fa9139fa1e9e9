import { expect, openAs, register, test } from './journey.ts';

test('someone logs out another device, which notices at once', async ({ page, browser }) => {
  const person = await register(page);
  const other = await browser.newContext({
    baseURL: process.env['E2E_URL'] ?? '',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  const there = await other.newPage();
  for (const one of [page, there]) {
    await one.goto(`/login?email=${encodeURIComponent(person.email)}&redirect=%2Faccount`);
    await one.getByLabel('Password', { exact: true }).fill(person.password);
    await one.getByRole('button', { name: 'Log In' }).click();
    await expect(one.getByRole('heading', { name: 'Where you are logged in' })).toBeVisible();
  }
  await page.reload();
  const sessions = page.getByRole('region', { name: 'Where you are logged in' });
  await expect(sessions.getByText('This device')).toBeVisible();
  await sessions.getByRole('button', { name: 'Log out Firefox on Windows' }).click();
  await expect(page.getByText('Logged out there.')).toBeVisible();
  await expect(there).toHaveURL('/login?redirect=%2Faccount');
  await expect(sessions.getByText('Firefox on Windows')).toBeHidden();
  await other.close();
});

test('an Admin gives a reset link to someone who forgot the password; it works once', async ({ page, browser }) => {
  const person = await register(page);
  const admin = await openAs(browser, 'admin');
  await admin.goto('/account');
  const help = admin.getByRole('region', { name: 'Help someone log in' });
  await help.getByLabel('Username').fill(person.username);
  await help.getByRole('button', { name: 'Create reset link' }).click();
  const link = (await help.getByText(/\/reset-password#/).textContent()) ?? '';
  await admin.context().close();

  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByText('Ask an Admin of this portal')).toBeVisible();
  const set = async (password: string) => {
    await page.goto('/');
    await page.goto(link);
    await page.locator('input[name=newPassword]').fill(password);
    await page.locator('input[name=repeatPassword]').fill(password);
    await page.getByRole('button', { name: 'Set new password' }).click();
  };
  await set('tribehall1');
  await expect(page.getByText('This password is too easy to guess. It has your name')).toBeVisible();
  await set('a whole new battery');
  await expect(page.getByText('Your password is set, and you are logged out everywhere.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to log in' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('a whole new battery');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('button', { name: `Account menu of ${person.username}` })).toBeVisible();
  await set('yet another battery');
  await expect(page.getByRole('alert')).toContainText('This link has already been used or has expired.');
});

test('someone changes their name and deletes their account', async ({ page }) => {
  const person = await register(page);
  await page.goto(`/login?email=${encodeURIComponent(person.email)}&redirect=%2Faccount`);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  const name = `${person.username} II`;
  await page.getByLabel('Username').fill(name);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByRole('button', { name: `Account menu of ${name}` })).toBeVisible();
  await page.getByRole('button', { name: 'Delete my account…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible();
  const again = await page.request.post('/api/users/login', {
    data: { email: person.email, password: person.password },
  });
  expect(again.status()).toBe(401);
});
