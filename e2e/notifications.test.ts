import { findViolations } from './barriers.ts';
import { expect, logIn, lookAs, openAs, test } from './journey.ts';

const serverId = 'demo-the-island';
const miraId = '76561190000000001';

test('mail rings the bell in all tabs of its recipient, and leads to it', async ({ page, browser }) => {
  await logIn(page, 'member');
  await page.goto('/arkbot/players');
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/account');
  const otherBell = other.getByRole('button', { name: /^Notifications/ });
  await expect(otherBell).toBeVisible();

  const admin = await openAs(browser, 'admin');
  const headers = { authorization: `Bearer ${await lookAs(admin, 'admin')}` };
  const subject = `Your base ${Date.now()}`;
  const url = `/api/ark/servers/${serverId}/players/${miraId}/mail`;
  const reply = await admin.request.post(url, { headers, data: { subject, body: 'It is open.' } });
  expect(reply.status()).toBe(200);
  await admin.context().close();

  await expect(otherBell).toHaveAccessibleName(/[1-9]\d* unread/);
  await expect(other.getByText(`Mail from Adam: ${subject}`)).toBeVisible();
  await expect(bell).toHaveAccessibleName(/[1-9]\d* unread/);
  await bell.click();
  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  await expect(dialog.getByRole('heading', { name: 'Today' })).toBeVisible();
  await dialog.getByRole('link', { name: subject }).click();
  await expect(page).toHaveURL(`/arkbot/players/${miraId}?view=mail`);
  await expect(page.getByRole('main').getByText(subject)).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('the notifications are a popover, on a phone a sheet, and the choices fit the screen', async ({ page }) => {
  await logIn(page, 'member');
  await page.goto('/account');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' }).getByText('Mark all as read')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(page.getByRole('checkbox', { name: 'Mail to my characters: Discord message' })).toBeVisible();
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(await isWide()).toBe(false);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Notifications' });
  await expect(sheet.getByRole('button', { name: 'Mark all as read' })).toBeVisible();
  expect((await sheet.boundingBox())?.height).toBe(640);
  expect(await isWide()).toBe(false);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});
