import type { Browser, Page } from '@playwright/test';
import { expect, newPerson, openAs, openOn, register, test } from './journey.ts';
import { test as onOwnPortal } from './own-portal.ts';
import { connectWorld, type World } from './world.ts';

async function fillRegistration(page: Page, person: ReturnType<typeof newPerson>): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Repeat password').fill(person.password);
  await page.getByLabel('Username').fill(person.username);
  await page.getByRole('button', { name: 'Register' }).click();
}

async function logInWithDiscord(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Discord' }).click();
  await expect(page.getByText('wants to access your Discord account.')).toBeVisible();
  await page.getByRole('radio', { name: username }).check();
  await page.getByRole('button', { name: 'Authorize' }).click();
}

test('an Admin makes an invitation link, a stranger registers by it, and it works no second time', async ({
  page,
  browser,
  browserErrors,
}) => {
  const admin = await openAs(browser, 'admin');
  await admin.goto('/registration');
  await admin.getByRole('button', { name: 'Invite people' }).click();
  const note = `For ${newPerson().username}`;
  await admin.getByLabel('Note').fill(note);
  await admin.getByRole('button', { name: 'Create link' }).click();
  const link = await admin.getByText(/\/register\?invitation=/).innerText();
  await admin.getByRole('button', { name: 'Done' }).click();

  const person = newPerson();
  await page.goto(link);
  await expect(page.getByText('You were invited.')).toBeVisible();
  await fillRegistration(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome back, ${person.username}`);
  const row = admin.getByRole('row').filter({ hasText: note });
  await expect(row).toContainText('Used up');
  await expect(row).toContainText(person.username);
  await admin.context().close();

  await page.goto('/logout');
  await page.goto(link);
  await fillRegistration(page, newPerson());
  await expect(page.getByRole('alert')).toContainText('This invitation is used up');
  expect(browserErrors.splice(0).every((text) => text.includes('400'))).toBe(true);
});

test.describe('with Discord', () => {
  let world: World;
  test.beforeAll(async () => {
    world = await connectWorld();
  });
  test.afterAll(() => world.close());

  test('someone whose account is linked logs in; someone unknown is told what to do', async ({
    page,
    browserErrors,
  }) => {
    const id = `3${String(Date.now())}${process.pid % 1000}`;
    const username = `guest${id}`;
    await world.discord('addPerson', { id, username, globalName: username });
    await page.goto('/login?redirect=%2Faccount');
    await logInWithDiscord(page, username);
    await expect(page.getByRole('alert')).toContainText('No account here is linked to this Discord account.');
    expect(browserErrors.splice(0).every((text) => text.includes('403'))).toBe(true);

    const person = await register(page);
    await page.getByRole('link', { name: 'Back to the login page' }).click();
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.getByRole('button', { name: 'Link Discord' }).click();
    await page.getByRole('radio', { name: username }).check();
    await page.getByRole('button', { name: 'Authorize' }).click();
    await expect(page.getByText(`Linked as ${username}`)).toBeVisible();

    await page.goto('/logout');
    await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible();
    await page.goto('/login?redirect=%2Faccount');
    await logInWithDiscord(page, username);
    await expect(page).toHaveURL('/account');
    await expect(page.getByLabel('Username')).toHaveValue(person.username);
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  });
});

const visit = async (browser: Browser, url: string) => (await browser.newContext({ baseURL: url })).newPage();

onOwnPortal(
  'the Owner asks for approval and opens the portal to the guild: one stranger waits, a member does not',
  async ({ browser, own }) => {
    onOwnPortal.setTimeout(120_000);
    const { url } = await own.open();
    const owner = await openOn(browser, url, 'owner');
    await owner.goto('/registration');
    await owner.getByRole('radio', { name: 'With approval' }).check();
    await owner.getByRole('checkbox', { name: /register with Discord/ }).check();
    await expect(owner.getByText('Account settings saved.').first()).toBeVisible();

    const stranger = await visit(browser, url);
    const person = newPerson();
    await stranger.goto('/register');
    await expect(stranger.getByText('An Admin has to approve your account.')).toBeVisible();
    await fillRegistration(stranger, person);
    await expect(stranger.getByText('Your account was created.')).toBeVisible();
    await owner.getByRole('button', { name: `Approve ${person.username}` }).click();
    await expect(owner.getByText(`${person.username} can log in now.`)).toBeVisible();
    await stranger.goto(`/login?email=${encodeURIComponent(person.email)}`);
    await stranger.getByLabel('Password', { exact: true }).fill(person.password);
    await stranger.getByRole('button', { name: 'Log In' }).click();
    await expect(stranger.getByRole('heading', { level: 1 })).toContainText(person.username);

    const member = await visit(browser, url);
    await member.goto('/register?redirect=%2Faccount');
    await logInWithDiscord(member, 'nico');
    await expect(member).toHaveURL(`${url}/account`);
    await member.getByRole('button', { name: 'Unlink Discord' }).click();
    await expect(member.getByRole('alert')).toContainText('Set a password first.');
    const { email, password } = newPerson();
    await member.getByLabel('Email').fill(email);
    await member.getByLabel('New password').fill(password);
    await member.getByLabel('Repeat password').fill(password);
    await member.getByRole('button', { name: 'Set password' }).click();
    await expect(member.getByRole('button', { name: 'Change password' })).toBeVisible();
    await member.getByRole('button', { name: 'Unlink Discord' }).click();
    await expect(member.getByText('Not linked')).toBeVisible();
  },
);
