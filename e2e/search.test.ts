import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { findViolations } from './barriers.ts';
import { expect, lookAs, test } from './journey.ts';
import { connectWorld, type World } from './world.ts';

const serverId = 'demo-island-ascended';

let world: World;
test.beforeAll(async () => {
  world = await connectWorld();
});
test.afterAll(() => world.close());

/** Somebody new in the game. The name begins like no other, so that its start alone finds it. */
async function join(): Promise<{ playerId: string; name: string }> {
  const playerId = `0002${randomBytes(14).toString('hex')}`;
  const letters = Array.from(randomBytes(6), (byte) => String.fromCharCode(97 + (byte % 26))).join('');
  const name = `Cind${letters}erjaw`;
  await world.ask(serverId, 'join', { survivor: { playerId, platformName: name, name: `Jaw ${letters}`, level: 33 } });
  return { playerId, name };
}

/** The pages below may have such fields and options too. */
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => palette(page).getByRole('combobox');
const active = (page: Page) => palette(page).getByRole('option', { selected: true });

async function press(page: Page, shortcut: string): Promise<void> {
  await page.keyboard.press(shortcut);
  await expect(field(page)).toBeFocused();
}

/** Opens the search from the page and types, until the portal has heard of the player. */
async function find(page: Page, text: string, name: string): Promise<void> {
  await expect(async () => {
    // Pressed before the page is ready, the keys do nothing.
    if (await palette(page).isHidden()) await page.keyboard.press('Control+k');
    await field(page).fill('', { timeout: 1_000 });
    await field(page).fill(text);
    await expect(active(page)).toContainText(name, { timeout: 3_000 });
  }).toPass();
}

test('an Admin finds Cinderjaw from any page in two steps, also with a typo', async ({ page }) => {
  const { playerId, name } = await join();
  await lookAs(page, 'admin');
  await page.goto('/files');
  await expect(page.getByRole('heading', { name: 'Files', level: 1 })).toBeVisible();
  await find(page, name.slice(0, 9), name);
  await expect(active(page)).toContainText('online on Island Ascended');
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeHidden();

  // The two steps, at the pace of someone who knows where they are going.
  await press(page, 'Control+k');
  await page.keyboard.type(name.slice(0, 9));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/arkbot/players/${playerId}`);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(field(page)).toBeHidden();

  await page.goto('/arkbot/clusters/demo-old-guard/chat');
  await expect(page.getByRole('heading', { name: 'Online Players', level: 1 })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await press(page, '/');
  await page.keyboard.type(`${name.slice(0, 5)}${name.slice(6)}`.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/arkbot/players/${playerId}`);

  // What was opened is at hand the next time.
  await press(page, 'Control+k');
  const recent = palette(page).getByRole('group', { name: 'Recently opened' }).getByRole('option');
  await expect(recent).toHaveText([new RegExp(name)]);
});

test('an Admin bans from the search, after a confirmation', async ({ page }) => {
  const { name } = await join();
  await lookAs(page, 'admin');
  await page.goto('/');
  await find(page, name, name);
  await page.keyboard.press('Tab');
  await page.keyboard.type('ban');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Ban ${name}` });
  await expect(dialog).toContainText('will be kicked from Island Ascended');
  await dialog.getByRole('button', { name: 'Ban' }).click();
  await expect(page.getByText(/^Ban of .*: (confirmed|sent)/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Unban of .*: (confirmed|sent)/)).toBeVisible();
});

test('a member is offered no actions of admins, and only their own pages', async ({ page }) => {
  const { name } = await join();
  await lookAs(page, 'member');
  await page.goto('/');
  await find(page, name, name);
  await page.keyboard.press('Tab');
  await expect(palette(page).getByRole('option')).toHaveText([/^Open/, /^Report/, /^Copy ID of/]);
  await page.keyboard.press('Escape');
  await field(page).fill('audit');
  await expect(palette(page).getByRole('status')).toHaveText(/^(No results|\d+ results?)$/);
  await expect(palette(page).getByRole('group', { name: 'Pages' })).toBeHidden();
});

const looks = {
  dark: { colorScheme: 'dark', width: 1280, height: 800 },
  light: { colorScheme: 'light', width: 1280, height: 800 },
  phone: { colorScheme: 'dark', width: 390, height: 844 },
  small: { colorScheme: 'light', width: 320, height: 640 },
} as const;

/** Every look and every text with two of the others, `npm run test:deep` with all of them. */
function isChecked(lookIndex: number, textIndex: number): boolean {
  return process.env['TEST_DEPTH'] === 'deep' || [0, 1].includes((lookIndex + textIndex) % 4);
}

test('the open search has no barrier in any look, and fits the smallest phone', async ({ page }) => {
  await lookAs(page, 'owner');
  await page.goto('/');
  for (const [lookIndex, [name, { colorScheme, width, height }]] of Object.entries(looks).entries()) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await page.getByRole('button', { name: /^Search players/ }).click();
    for (const [textIndex, text] of ['', 'island', 'mira', 'xqzwvk'].entries()) {
      await field(page).fill(text);
      if (text === '') await expect(palette(page).getByRole('group', { name: 'Pages' })).toBeVisible();
      else if (text === 'xqzwvk') await expect(page.getByText(/^Nothing found/)).toBeVisible();
      else
        await expect(
          palette(page)
            .getByRole('option', { name: new RegExp(text, 'i') })
            .first(),
        ).toBeVisible();
      if (isChecked(lookIndex, textIndex)) expect.soft(await findViolations(page), `${name}, “${text}”`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect.soft(overflow, `${name}: nothing sticks out at the side`).toBeLessThanOrEqual(0);
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Search players/ })).toBeFocused();
  }
});
