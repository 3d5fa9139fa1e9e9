import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { findViolations } from './barriers.ts';
import { expect, killShownPlayer, lookAs, newPerson, register, test } from './journey.ts';
import { connectWorld, type World } from './world.ts';

let world: World;
test.beforeAll(async () => {
  world = await connectWorld();
});
test.afterAll(() => world.close());

const evolved = new Set(['demo-the-island', 'demo-fjordur', 'demo-valguero']);

/** A player of this test, so that the demo's own players do not interfere. */
async function join(serverId: string, name: string): Promise<string> {
  const playerId = evolved.has(serverId) ? steamId() : eosId();
  // A unique name: a kill is confirmed by the name in the log, which must not match two players.
  await world.ask(serverId, 'join', { survivor: { playerId, platformName: name, name: survivorOf(playerId) } });
  return playerId;
}
const survivorOf = (playerId: string) => `Survivor ${playerId.slice(-6)}`;
const eosId = () => `0002${randomBytes(14).toString('hex')}`;
const steamId = () => `7656119${String(randomBytes(5).readUIntBE(0, 5) % 10 ** 10).padStart(10, '0')}`;

/** The latest code whispered to the player in the game. */
async function whisperedCode(serverId: string, playerId: string): Promise<string> {
  const codes = async () =>
    (await world.screen(serverId, playerId)).flatMap(({ kind, text }) =>
      kind === 'whisper' ? (/\b(\d{6})\b/.exec(text)?.[1] ?? []) : [],
    );
  await expect.poll(async () => (await codes()).length).toBeGreaterThan(0);
  return (await codes()).at(-1) ?? '';
}

async function logInAsNewPerson(page: Page): Promise<void> {
  const person = await register(page, newPerson());
  const reply = await page.request.post('/api/users/login', { data: person });
  const { data } = (await reply.json()) as { data: { accessToken: string } };
  await page.addInitScript((token) => localStorage.setItem('token', token), data.accessToken);
}

/** The operator's command line, on the data folder of the running portal. */
function admin(...args: string[]): void {
  execFileSync(process.execPath, ['apps/server/dist/admin.js', ...args], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...process.env, DATA_DIR: process.env['E2E_DATA'] ?? '', TRIBEHALL_WORLD: 'on' },
  });
}

test('a visitor sees how many servers are connected, and no number of structures is invented', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('Connected servers').locator('..')).toContainText('8');
  await lookAs(page, 'member');
  await page.goto('/arkbot/servers/demo-the-center/structures');
  await expect(page.getByText(/No save of this server has been read/)).toBeVisible();
});

test('players of a server by RCON alone show their own names and no survivor', async ({ page }) => {
  const serverId = 'demo-valguero';
  const playerId = await join(serverId, 'Rented and quiet');
  await lookAs(page, 'member');
  await page.goto(`/arkbot/servers/${serverId}/players`);
  const rows = page.getByRole('grid').getByRole('row');
  const quiet = rows.filter({ hasText: 'Rented and quiet' });
  await expect(quiet).toBeVisible();
  // Retried, because players join and leave meanwhile.
  await expect(async () => {
    const shown = await rows.evaluateAll((all) =>
      all.slice(1).map((row) => [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent)),
    );
    for (const [, survivor] of shown) expect(survivor).toBe('');
    // Evolved knows ASCII only over RCON: other names come as question marks.
    const own = (await world.survivors(serverId)).map(({ platformName }) => platformName);
    const names = shown.map(([name = '']) => name).filter((name) => !name.includes('?'));
    expect(names.toSorted()).toEqual(own.filter((name) => /^[ -~]*$/.test(name)).toSorted());
    expect(shown).toHaveLength(own.length);
  }).toPass({ timeout: 60_000 });
  await world.ask(serverId, 'leave', { playerId });
  await expect(quiet).toBeHidden();
});

test('a person links a character by the code whispered in the game', async ({ page }) => {
  const serverId = 'demo-island-ascended';
  const playerId = await join(serverId, 'link me "now"');
  await logInAsNewPerson(page);
  await page.goto(`/arkbot/servers/${serverId}/players`);
  await page.getByRole('grid').getByText('link me "now"').click();
  await expect(page).toHaveURL(new RegExp(`playerId=${playerId}`));
  await expect(page.getByRole('button', { name: 'Kill' })).toBeDisabled();
  await page.getByRole('button', { name: 'This is me' }).click();
  await page.getByRole('button', { name: 'Send the code' }).click();
  const code = await whisperedCode(serverId, playerId);

  const field = page.getByRole('textbox', { name: /code/i });
  await field.fill(code === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('This code is wrong. 4 tries left.')).toBeVisible();

  // Neither Escape nor a reload loses the code that is on its way.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Link your character' })).toBeHidden();
  await page.getByRole('button', { name: 'This is me' }).click();
  await expect(page.getByText('4 tries left.')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'This is me' }).click();
  await expect(page.getByRole('timer')).toContainText('The code expires in');
  await field.fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(
    page.getByText(`Successfully linked your account to server ${serverId} with player with id ${playerId}`),
  ).toBeVisible();
  await expect(page.getByText('You may now close this screen.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('This is your character.')).toBeVisible();
});

test('an Admin kills and bans a player, and sees what came of it', async ({ page }) => {
  const serverId = 'demo-fjordur';
  const name = 'a", "; KickPlayer 1';
  const playerId = await join(serverId, name);
  await lookAs(page, 'admin');
  await page.goto(`/arkbot/servers/${serverId}/players?playerId=${playerId}`);
  await killShownPlayer(page);

  await page.getByRole('button', { name: 'Ban', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click();
  await expect(page.getByText(/^Ban of .*: confirmed by the game\.$/)).toBeVisible();
  const panel = page.getByRole('complementary');
  await expect(panel.getByText('banned', { exact: true })).toBeVisible();
  await expect(panel.getByText(name)).toBeVisible();
  await page.reload();
  await expect(panel.getByText('banned', { exact: true })).toBeVisible();
  await expect(panel.getByText(name)).toBeVisible();
  await panel.getByRole('button', { name: 'Unban' }).click();
  await expect(page.getByText(/^Unban of .*: (confirmed|sent)/)).toBeVisible();
  const commands = await world.received(serverId);
  expect(commands.filter((command) => command.includes(playerId))).toEqual(
    expect.arrayContaining([`BanPlayer ${playerId}`, `UnbanPlayer ${playerId}`]),
  );
  expect(commands.filter((command) => /^KickPlayer/i.test(command))).toEqual([]);
});

test('a mail waits for the player to come and is then whispered once', async ({ page }) => {
  const serverId = 'demo-scorched-earth';
  const playerId = await join(serverId, 'away soon');
  await lookAs(page, 'admin');
  await page.goto(`/arkbot/servers/${serverId}/players?playerId=${playerId}`);
  await expect(page.getByText('online', { exact: true }).first()).toBeVisible();
  await world.ask(serverId, 'leave', { playerId });
  await expect(page.getByText('has left the server')).toBeVisible();
  await page.getByRole('button', { name: 'Mail' }).click();
  const subject = `Water ${playerId.slice(-6)}`;
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Text').fill('bring "water"\nand ; KickPlayer 1');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('dialog').getByText('waiting', { exact: true })).toBeVisible();
  await world.ask(serverId, 'join', { survivor: { playerId } });
  await expect(page.getByRole('dialog').getByText('delivered', { exact: true })).toBeVisible();
  const whispers = (await world.screen(serverId, playerId)).filter(({ text }) => text.includes(subject));
  expect(whispers.map(({ kind }) => kind)).toEqual(['whisper']);
});

test('chat crosses servers, and what is written here is seen in both games', async ({ page }) => {
  const [here, there] = ['demo-ragnarok', 'demo-scorched-earth'];
  const speaker = await join(here, 'talker');
  const listener = await join(there, 'listener');
  await lookAs(page, 'admin');
  await page.goto('/arkbot/clusters/demo-obelisk/chat');
  await expect(page.getByText('listener')).toBeVisible();
  const text = `meet me <b>there</b> ${speaker.slice(-6)}`;
  await world.say(here, speaker, text);
  await expect(page.getByText(text)).toBeVisible();
  const seen = async (serverId: string, playerId: string, part: string) =>
    (await world.screen(serverId, playerId)).filter((line) => line.text.includes(part)).map((line) => line.text);
  await expect.poll(() => seen(there, listener, text)).toEqual([`[Ragnarok] ${survivorOf(speaker)} (talker): ${text}`]);

  const reply = `on my way ${listener.slice(-6)}`;
  await page.getByRole('textbox', { name: 'Message' }).fill(reply);
  await page.keyboard.press('Enter');
  await expect(page.getByText(reply)).toHaveCount(1);
  await expect.poll(async () => (await seen(here, speaker, reply)).length).toBe(1);
  await expect.poll(async () => (await seen(there, listener, reply)).length).toBe(1);
  expect(await seen(here, speaker, text)).toEqual([expect.stringContaining(text)]);
});

test('the chat of a server in no cluster goes from the game to the page and back', async ({ page }) => {
  const serverId = 'demo-fjordur';
  const clusterPath = '/api/ark/clusters/demo-old-guard/servers';
  const headers = { authorization: `Bearer ${await lookAs(page, 'admin')}` };
  expect((await page.request.delete(`${clusterPath}/${serverId}`, { headers })).status()).toBe(200);
  try {
    const speaker = await join(serverId, 'loner');
    await page.goto(`/arkbot/servers/${serverId}`);
    await page.getByRole('main').getByRole('link', { name: 'Chat' }).click();
    await expect(page.getByRole('region', { name: 'Players' }).getByRole('link', { name: 'loner' })).toBeVisible();
    const text = `anyone <i>here</i>? ${speaker.slice(-6)}`;
    await world.say(serverId, speaker, text);
    await expect(page.getByRole('log').getByText(text)).toBeVisible();
    const reply = `here I am ${speaker.slice(-6)}`;
    await page.getByRole('textbox', { name: 'Message' }).fill(reply);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('log').getByText(reply)).toHaveCount(1);
    const seen = async () => (await world.screen(serverId, speaker)).filter((line) => line.text.includes(reply)).length;
    await expect.poll(seen).toBe(1);
  } finally {
    await page.request.post(clusterPath, { headers, data: { serverId } });
  }
});

test('a game server that stops is shown as down, and as up when it is back', async ({ page }) => {
  const serverId = 'demo-lost-island';
  await lookAs(page, 'member');
  await page.goto(`/arkbot/servers/${serverId}`);
  const state = page.getByRole('main');
  await expect(state.getByText('online', { exact: true })).toBeVisible();
  await world.ask(serverId, 'stop');
  await expect(state.getByText('down', { exact: true })).toBeVisible();
  await world.ask(serverId, 'start');
  await expect(state.getByText('online', { exact: true })).toBeVisible({ timeout: 90_000 });
});

test('the picker shows thousands of servers, filters on Enter and remembers favorites', async ({ page }) => {
  admin('add-servers', '5000');
  try {
    await logInAsNewPerson(page);
    await page.goto('/arkbot/servers');
    await page.getByRole('banner').getByRole('button', { name: 'Select a server...' }).click();
    const grid = page.getByRole('dialog').getByRole('grid');
    await expect(grid).toHaveAttribute('aria-rowcount', /^50\d\d$/);
    expect(await grid.getByRole('row').count()).toBeLessThan(80);
    await page.getByRole('dialog').getByLabel('Filter by name').fill('load 4321');
    await expect(grid).toHaveAttribute('aria-rowcount', /^50\d\d$/);
    await page.keyboard.press('Enter');
    await expect(grid).toHaveAttribute('aria-rowcount', '2');
    await grid.getByRole('button', { name: /Load 4321/ }).click();
    await expect(grid.getByRole('button', { name: /Load 4321/ })).toHaveAttribute('aria-pressed', 'true');
    await grid.getByText('Load 4321').click();
    await expect(page.getByRole('heading', { name: 'Server Information' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('lastSelectedArkServer'))).not.toBeNull();
    await page.goto('/arkbot/servers');
    await expect(page).toHaveURL(/\/arkbot\/servers\/\w+/);
    await expect(page.getByText('Load 4321').first()).toBeVisible();
  } finally {
    admin('remove-load-servers');
  }
});

test('the list of all servers is one step from the index, sorts, and one comes back to it', async ({ page }) => {
  admin('add-servers', '5000');
  try {
    await lookAs(page, 'member');
    await page.goto('/arkbot/servers/demo-fjordur');
    await expect(page.getByRole('main').getByText('Fjordur').first()).toBeVisible();
    await page.goto('/arkbot/servers?list=all');
    const grid = page.getByRole('grid', { name: 'All servers' });
    await expect(grid).toHaveAttribute('aria-rowcount', /^50\d\d$/);
    expect(await grid.getByRole('row').count()).toBeLessThan(80);
    await page.getByLabel('Search servers, maps and clusters').fill('obelisk');
    await expect(grid).toHaveAttribute('aria-rowcount', '5');
    await grid.getByRole('button', { name: 'Players' }).click();
    await expect(page).toHaveURL(/sort=players/);
    await grid.getByRole('link', { name: 'Ragnarok' }).click();
    await expect(page.getByRole('heading', { name: 'Server Information' })).toBeVisible();
    await page.goBack();
    await expect(grid.getByRole('link', { name: 'Ragnarok' })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('search')).toBe('obelisk');
  } finally {
    admin('remove-load-servers');
  }
});

test('an Admin enters how players join a server', async ({ page }) => {
  await lookAs(page, 'admin');
  await page.goto('/arkbot/servers');
  await page.getByRole('button', { name: 'Add server' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill(`Mine ${Date.now().toString(36)}`);
  await page.getByRole('button', { name: 'Add', exact: false }).last().click();
  await expect(page.getByRole('region', { name: 'Connect this server' })).toBeVisible();
  await page.getByRole('button', { name: 'Join details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join details' });
  await dialog.getByLabel('Maximum number of players').fill('70');
  await dialog.getByLabel('Address').fill('play.example.org:7777');
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name: 'Join' })).toHaveAttribute(
    'href',
    'steam://connect/play.example.org:7777',
  );
});
