import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { findViolations } from './barriers.ts';
import { expect, register, test, type newPerson } from './journey.ts';

type Person = ReturnType<typeof newPerson>;

/** What an authenticator app shows; `stepsAhead` for the next code, since each one works once. */
function codeOf(key: string, stepsAhead = 0): string {
  const bits = Array.from(key, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const secret = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead));
  const mac = createHmac('sha1', secret).update(counter).digest();
  return String((mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function logInByPage(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

async function expectHome(page: Page, { username }: Person): Promise<void> {
  await expect(page.getByRole('heading', { name: `Welcome back, ${username}` })).toBeVisible();
}

async function logOut(page: Page): Promise<void> {
  await page.goto('/logout');
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible();
}

test('someone sets up an authenticator app, logs in with its code, and later with a recovery code', async ({
  page,
}) => {
  const person = await register(page);
  await logInByPage(page, person);
  await expectHome(page, person);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const setup = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(setup.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
  const key = (await setup.locator('code').textContent()) ?? '';
  expect(await findViolations(page)).toEqual([]);
  await setup.getByLabel('Code', { exact: true }).fill('000000');
  await setup.getByRole('button', { name: 'Turn on' }).click();
  await expect(setup.getByText('This code is wrong.')).toBeVisible();
  await setup.getByLabel('Code', { exact: true }).fill(codeOf(key));
  await setup.getByRole('button', { name: 'Turn on' }).click();
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  expect(await findViolations(page)).toEqual([]);
  const [recoveryCode = ''] = await shown.getByRole('listitem').allTextContents();
  const download = page.waitForEvent('download');
  await shown.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('tribehall-recovery-codes.txt');
  await shown.getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByText('10 codes are left.')).toBeVisible();

  await logOut(page);
  await logInByPage(page, person);
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  // The one that turned it on is used; the next one already works.
  await page.keyboard.type(codeOf(key, 1));
  await page.keyboard.press('Enter');
  await expectHome(page, person);

  await logOut(page);
  await logInByPage(page, person);
  await page.getByLabel('Code', { exact: true }).fill(recoveryCode.toLowerCase());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expectHome(page, person);
  await page.goto('/account');
  await expect(page.getByText('9 codes are left.')).toBeVisible();
  await logOut(page);
  await logInByPage(page, person);
  await page.getByLabel('Code', { exact: true }).fill(recoveryCode);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('This code is wrong or was already used.')).toBeVisible();
});

test('someone adds a passkey, logs in with it alone and after the password, and removes it', async ({ browser }) => {
  // Passkeys need a name: an IP address has none.
  const baseURL = (process.env['E2E_URL'] ?? '').replace('127.0.0.1', 'localhost');
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const device = await context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const person = await register(page);
  await logInByPage(page, person);
  await expectHome(page, person);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Laptop');
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Laptop');
  expect(await findViolations(page)).toEqual([]);

  await logOut(page);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expectHome(page, person);

  await logOut(page);
  await logInByPage(page, person);
  await expect(page.getByLabel('Recovery code')).toBeVisible();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expectHome(page, person);

  await page.goto('/account');
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('Passkey removed.')).toBeVisible();
  await logOut(page);
  await logInByPage(page, person);
  await expectHome(page, person);
  await context.close();
});
