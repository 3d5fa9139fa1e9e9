import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { findViolations } from './barriers.ts';
import { expect, lookAs, openAs, test } from './journey.ts';
import { connectWorld, type World } from './world.ts';

const serverId = 'demo-lost-island';

let world: World;
test.beforeAll(async () => {
  world = await connectWorld();
});
test.afterAll(() => world.close());

const newId = () => `7656119${randomInt(1e9, 1e10 - 1)}`;

function gameFile(): string {
  const folder = path.join(process.env['E2E_DATA'] ?? '', 'world/servers', serverId);
  return path.join(folder, 'ShooterGame/Binaries/Linux/PlayersJoinNoCheckList.txt');
}

async function linesInGame(): Promise<string[]> {
  const text = await readFile(gameFile(), 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

/** As an admin does it with an editor on the game's machine. */
async function editByHand(change: (lines: string[]) => string[]): Promise<void> {
  const lines = change(await linesInGame());
  await writeFile(gameFile(), lines.map((line) => `${line}\n`).join(''));
}

const inGame = (id: string) => expect.poll(async () => (await linesInGame()).includes(id), { timeout: 60_000 });

async function openWhitelist(page: Page, url: string): Promise<Locator> {
  await page.goto(url);
  const panel = page.getByRole('region', { name: 'Whitelist' });
  await panel.getByRole('button', { name: 'Show the whitelist' }).click();
  return panel;
}

/** Whether the portal manages the list of the server whose page is open. */
async function setManaged(page: Page, isManaged: boolean): Promise<void> {
  const control = page.getByRole('switch', { name: /Manage the whitelist/ });
  await expect(control).toBeVisible();
  if ((await control.isChecked()) === isManaged) return;
  const stored = page.waitForResponse((reply) => reply.request().method() === 'PUT');
  await control.click({ force: true });
  expect((await stored).status()).toBe(200);
  await expect(control).toBeChecked({ checked: isManaged });
}

const rowOf = (panel: Locator, text: string) => panel.getByRole('row').filter({ hasText: text });

async function addPlayer(panel: Locator, player: string, { note = '', where = 'This server' } = {}): Promise<void> {
  await panel.getByRole('combobox', { name: 'Player' }).fill(player);
  await panel.getByLabel('Note (optional)').fill(note);
  await panel.getByLabel('May join').selectOption(where);
  await panel.getByRole('button', { name: 'Add to whitelist' }).click();
}

test('an Admin manages the whitelist of a server, and the game keeps to it', async ({ page, browser }) => {
  const [known, stranger, found] = [newId(), newId(), newId()];
  const platformName = `Guest ${known.slice(-6)}`;
  await world.ask(serverId, 'join', {
    survivor: { playerId: known, platformName, name: `Survivor ${known.slice(-6)}` },
  });
  await editByHand((lines) => [...lines, found]);

  await lookAs(page, 'admin');
  const url = `/arkbot/servers/${serverId}`;
  const panel = await openWhitelist(page, url);
  await setManaged(page, true);
  await expect(rowOf(panel, found)).toContainText('Found on the server');
  await expect(rowOf(panel, found)).toContainText('Confirmed');

  const other = await openAs(browser, 'admin');
  const theirs = await openWhitelist(other, url);
  // The portal knows the player as soon as the agent has seen them.
  await expect(async () => {
    await addPlayer(panel, platformName.toLowerCase(), { note: 'Builds the harbour' });
    await expect(rowOf(panel, platformName)).toContainText('Builds the harbour', { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await addPlayer(panel, stranger);
  for (const id of [known, stranger]) await inGame(id).toBe(true);
  for (const shown of [platformName, stranger]) await expect(rowOf(panel, shown)).toContainText('Confirmed');
  // Without a reload, for another Admin.
  await expect(rowOf(theirs, stranger)).toContainText('Confirmed');
  expect(await findViolations(page)).toEqual([]);

  await editByHand((lines) => lines.filter((line) => line !== stranger));
  await inGame(stranger).toBe(true);
  await expect(rowOf(panel, stranger)).toContainText('Was missing on the server, added again');
  await expect(rowOf(theirs, stranger)).toContainText('Was missing on the server, added again');

  const remove = panel.getByRole('button', { name: `Remove ${found} from the whitelist` });
  await remove.click();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(rowOf(panel, found)).toContainText('Confirmed');
  await inGame(found).toBe(true);
  await remove.click();
  await expect(rowOf(theirs, found)).toHaveCount(0);
  await inGame(found).toBe(false);

  await world.ask(serverId, 'leave', { playerId: known });
  await world.ask(serverId, 'switch', { switches: { exclusiveJoin: true } });
  const refused = 'The server does not let this player in.';
  await expect(world.ask(serverId, 'join', { survivor: { playerId: newId() } })).rejects.toThrow(refused);
  await world.ask(serverId, 'join', { survivor: { playerId: known, platformName } });
  await world.ask(serverId, 'switch', { switches: { exclusiveJoin: false } });
  await world.ask(serverId, 'leave', { playerId: known });

  await setManaged(page, false);
  await expect(rowOf(panel, stranger)).toContainText('Not managed');
  await panel.getByRole('button', { name: `Remove ${stranger} from the whitelist` }).click();
  await expect(rowOf(panel, stranger)).toHaveCount(0);
  await editByHand((lines) => lines.filter((line) => line !== known));
  const left = await linesInGame();
  expect(left).toContain(stranger);
  await expect(rowOf(theirs, stranger)).toHaveCount(0);
  await openWhitelist(page, url);
  await expect(rowOf(panel, platformName)).toContainText('Not managed');
  expect(await linesInGame()).toEqual(left);
  await other.context().close();
});

test('an entry of a cluster reaches its managed servers, also one without readable files', async ({ page }) => {
  const playerId = newId();
  await lookAs(page, 'admin');
  await openWhitelist(page, '/arkbot/servers/demo-valguero');
  await setManaged(page, true);
  const panel = await openWhitelist(page, '/arkbot/clusters/demo-old-guard');
  await addPlayer(panel, playerId, { where: 'This cluster' });
  await expect(rowOf(panel, playerId)).toContainText('Old Guard');
  await expect(rowOf(panel, playerId)).toContainText(/Confirmed/);
  await expect
    .poll(() => world.received('demo-valguero'))
    .toContainEqual(expect.stringMatching(`AllowPlayerToJoinNoCheck ${playerId}`));
  expect(await findViolations(page)).toEqual([]);
  await panel.getByRole('button', { name: `Remove ${playerId} from the whitelist` }).click();
  await expect
    .poll(() => world.received('demo-valguero'))
    .toContainEqual(expect.stringMatching(`DisallowPlayerToJoinNoCheck ${playerId}`));
  await openWhitelist(page, '/arkbot/servers/demo-valguero');
  await setManaged(page, false);
});
