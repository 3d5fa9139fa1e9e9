import type { Page } from '@playwright/test';
import { findViolations } from './barriers.ts';
import { expect, logIn, newPerson, password, register, test } from './journey.ts';

/** Types into a form; meanwhile the session is ended elsewhere, which the live stream notices. */
async function typeAndLoseSession(page: Page, typed: string) {
  await logIn(page, 'admin');
  await page.goto('/arkbot/servers/demo-valguero');
  await page.getByRole('button', { name: 'Join details' }).click();
  const field = page.getByRole('dialog', { name: 'Join details' }).getByLabel('Address');
  await field.fill(typed);
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await page.request.post('/api/users/logout', { headers: { authorization: `Bearer ${token}` } });
  const dialog = page.getByRole('dialog', { name: 'Log in again' });
  await expect(dialog.getByText('Your session has ended. Please log in again.')).toBeVisible();
  return { dialog, field };
}

test('a session that ends while someone types costs them nothing', async ({ page }) => {
  const { dialog, field } = await typeAndLoseSession(page, 'not yet an address');
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(field).toHaveValue('not yet an address');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/Enter a host and a port/)).toBeVisible();
});

test('another account does not see what was typed', async ({ page }) => {
  const person = await register(page, newPerson());
  const { dialog } = await typeAndLoseSession(page, 'secret of the admin');
  await dialog.getByLabel('Email').fill(person.email);
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Welcome back, ${person.username}` })).toBeVisible();
  await page.goto('/arkbot/servers/demo-valguero');
  await expect(page.getByRole('heading', { name: 'Server Information' })).toBeVisible();
  expect(await page.content()).not.toContain('secret of the admin');
});
