import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, logIn, newPerson, openAs, password, register, test } from './journey.ts';
import { connectWorld, type World } from './world.ts';

let world: World;
test.beforeAll(async () => {
  world = await connectWorld();
});
test.afterAll(() => world.close());

const mark = () => randomBytes(4).toString('hex');
const editor = (page: Page) => page.getByRole('textbox', { name: /^Text of / });

/** Replaces what is in the editor, as typing over it would. */
async function write(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

test('an Owner changes a database, resolves a conflict, and restores an earlier version', async ({ page, browser }) => {
  const [first, second] = [mark(), mark()];
  await logIn(page, 'owner');
  await page.goto('/databases');
  await page.getByRole('link', { name: 'demo/greetings.json' }).click();
  await expect(editor(page)).toContainText('{');
  const other = await openAs(browser, 'owner');
  await other.goto('/databases/demo/greetings.json');
  await expect(editor(other)).toContainText('{');

  await write(page, '{ "hello": ');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await write(page, `{ "hello": "${first}" }`);
  await write(other, `{ "hello": "${second}" }`);
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await other.getByRole('button', { name: 'Save changes' }).click();
  await expect(other.getByRole('dialog')).toContainText(first);
  await other.getByRole('button', { name: 'Save mine over theirs' }).click();
  await expect(editor(page)).toContainText(second);

  await page.getByRole('radio', { name: 'Versions' }).check({ force: true });
  const restore = page.getByRole('button', { name: /^Restore the version of / });
  await expect(restore).toHaveCount(2);
  await restore.first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(editor(other)).toContainText(first);
  await other.context().close();
});

test('an Owner sees the part of one guild alone', async ({ page }) => {
  await logIn(page, 'owner');
  await page.goto('/databases/bot/guilds.json');
  await page.getByRole('searchbox', { name: 'Search guilds' }).fill('81384788');
  await page.getByText('81384788765712384').first().click();
  await expect(page).toHaveURL(/guildId=81384788765712384/);
  await expect(editor(page)).toContainText('relayChannelId');
  await expect(editor(page)).not.toContainText('81384788765712384');
});

test('an Owner follows the logs, finds a line and downloads it', async ({ page }) => {
  const word = `canary${mark()}`;
  await logIn(page, 'owner');
  await page.goto('/logs?host=demo-ragnarok');
  const lines = page.getByRole('region', { name: 'Log lines', exact: true });
  await expect(lines).toBeVisible();
  const [player] = await world.survivors('demo-ragnarok');
  await world.say('demo-ragnarok', player?.playerId ?? '', `I saw a ${word}`);
  await expect(lines.getByText(word).first()).toBeVisible();
  await page.getByLabel('Search the logs').fill(word.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(lines.getByText(word).first()).toBeVisible();
  // The dialog in which a person would choose the folder is the browser's own.
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.txt$|\.log$/);
  await page.getByLabel('Search the logs').fill(`nothing like ${mark()}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('No logs found.')).toBeVisible();
});

test('an Owner runs commands, stops one, and finds them in the audit', async ({ page }) => {
  const word = `said-${mark()}`;
  await logIn(page, 'owner');
  await page.goto('/terminal');
  const command = page.getByLabel('Command', { exact: true });
  const output = page.getByRole('region', { name: /^Output/ });
  const run = async (line: string) => {
    await command.fill(line);
    await command.press('Enter');
  };
  await expect(page.getByText('ready')).toBeVisible();
  await run(`echo   ${word}`);
  await expect(output).toContainText(`echo ${word}`);
  await expect(page.getByText('ready')).toBeVisible();
  await run('cd /tmp');
  await expect(page.getByText(/:\/tmp\$/).first()).toBeVisible();
  await run('   ');
  await run('tail -f /dev/null');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(output).toContainText('Stopped.');
  await command.press('ArrowUp');
  await command.press('ArrowUp');
  await expect(command).toHaveValue('cd /tmp');
  await page.reload();
  await expect(page.getByText(/:\/tmp\$/).first()).toBeVisible();

  await page.goto('/audit');
  await page.getByRole('searchbox', { name: 'Target' }).fill(word);
  await expect(page.getByRole('table').getByText(word)).toHaveCount(2);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/entries were checked: nothing was changed/)).toBeVisible();

  await page.goto('/terminal');
  await page.getByRole('link', { name: 'recordings' }).click();
  await page.getByRole('link', { name: `echo ${word}` }).click();
  await expect(output).toContainText(new RegExp(`echo ${word}.*${word}.*Exit code 0`, 's'));
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('an Owner solves a round of Blokken that runs on Discord', async ({ page }) => {
  await logIn(page, 'owner');
  await page.goto('/blokkensolver');
  const field = page.getByRole('searchbox');
  await field.fill('qqqxxx');
  await expect(page.getByText('No words found.')).toBeVisible();
  await field.fill('????????????');
  await expect(page.getByText(/Found (\d|a lot)/)).toBeVisible();
  await world.discord('command', { person: 'adam', channel: 'music', name: 'blokken', waitMs: 20_000 });
  await page
    .getByRole('button', { name: /^Use the letters / })
    .first()
    .click();
  const letters = ((await field.inputValue()) ?? '').length;
  const longest = page.getByRole('region', { name: new RegExp(`^${letters} letters`) }).getByRole('button');
  await expect(longest.first()).toBeVisible();
  await longest.first().click();
  await expect(page.getByText(/^Game solved\. Word was \w+\.$/)).toBeVisible();
});

test('an Owner disables an account, which ends its sessions and blocks logins, and enables it again', async ({
  page,
  browser,
}) => {
  await logIn(page, 'owner');
  const person = newPerson();
  await register(page, person);
  const guest = await (await browser.newContext({ baseURL: process.env['E2E_URL'] ?? '' })).newPage();
  await guest.goto('/login');
  const enter = async () => {
    await guest.getByLabel('Email').fill(person.email);
    await guest.getByLabel('Password', { exact: true }).fill(person.password);
    await guest.getByRole('button', { name: 'Log In' }).click();
  };
  await enter();
  await expect(guest.getByRole('button', { name: /Account menu/ })).toBeVisible();

  await page.goto(`/users?search=${person.username}`);
  await page.getByRole('button', { name: `More for ${person.username}` }).click();
  await page.getByRole('menuitem', { name: /^Disable/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Disable/ })
    .click();
  await expect(guest).toHaveURL(/\/login/);
  await enter();
  await expect(guest.getByText('This account is disabled.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('table').getByText('Active', { exact: true })).toBeVisible();
  await enter();
  await expect(guest.getByRole('button', { name: /Account menu/ })).toBeVisible();
  await guest.context().close();
});

test('the tools of the Owner are refused to an Admin by the server itself', async ({ page }) => {
  const login = { email: 'admin@tribehall.test', password };
  const reply = await page.request.post('/api/users/login', { data: login });
  const { data } = (await reply.json()) as { data: { accessToken: string } };
  const headers = { authorization: `Bearer ${data.accessToken}` };
  const paths = ['/databases', '/logs', '/logs/entries', '/terminal', '/blokkensolver/words?characters=a', '/audit'];
  for (const path of [...paths, '/users', '/events?topics=logs'])
    expect((await page.request.get(`/api${path}`, { headers })).status(), path).toBe(403);
});
