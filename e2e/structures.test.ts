import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { expect, killShownPlayer, lookAs, openAs, test } from './journey.ts';
import { connectWorld, type World } from './world.ts';

type Sketch = { className: string; teamId: number; teamName: string; name?: string };

let world: World;
test.beforeAll(async () => {
  world = await connectWorld();
});
test.afterAll(() => world.close());

/** A first save is written some seconds after the start, and read after those of the other servers. */
test.setTimeout(180_000);

const pageOf = (serverId: string) => `/arkbot/servers/${serverId}/structures`;
const list = (page: Page) => page.getByRole('grid', { name: 'Structures' });
const structuresOf = (serverId: string) => world.ask<Sketch[]>(serverId, 'structures');

/** A player of this test with a new tribe, so that nobody else builds for it. */
async function addBase(serverId: string): Promise<{ playerId: string; name: string; tribe: string }> {
  const playerId = `0002${randomBytes(14).toString('hex')}`;
  const tribe = `Tribe ${randomBytes(3).toString('hex')}`;
  // A unique name: a kill is confirmed by the name in the log, which must not match two players.
  const name = `Settler ${playerId.slice(-6)}`;
  const survivor = { playerId, platformName: `settler ${tribe}`, name, level: 12, tribeName: tribe };
  await world.ask(serverId, 'join', { survivor });
  return { playerId, name, tribe };
}

/** Players without a tribe have no log. */
function busiestTribe(built: Sketch[]): string {
  const counts = new Map<string, number>();
  for (const { teamName } of built) counts.set(teamName, (counts.get(teamName) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

/** Makes the game save, and waits until a newer save was read. */
async function saveWorld(page: Page, serverId: string): Promise<void> {
  type Info = { data: { save: { savedAt: string | null } } };
  const savedAt = async () => (JSON.parse(await read(page, serverId, 'structures')) as Info).data.save.savedAt;
  const before = await savedAt();
  await page.getByRole('button', { name: 'Save world' }).click();
  await expect.poll(savedAt).not.toBe(before);
  await expect(page.getByRole('progressbar', { name: 'Waiting for the new save' })).toHaveCount(0);
}

async function read(page: Page, serverId: string, part: string): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const headers = { authorization: `Bearer ${token}` };
  return (await page.request.get(`/api/ark/servers/${serverId}/${part}`, { headers })).text();
}

async function textOf(download: Promise<Download>): Promise<string> {
  return fs.readFile(await (await download).path(), 'utf8');
}

async function chooseTribe(page: Page, name: string): Promise<void> {
  await page
    .getByRole('search', { name: 'Filter structures' })
    .getByRole('button', { name: /^Tribe/ })
    .click();
  await page.getByRole('searchbox', { name: 'Find by tribe' }).fill(name);
  await page.getByRole('checkbox', { name: new RegExp(name) }).check();
  await page.keyboard.press('Escape');
}

for (const [serverId, format] of [
  ['demo-island-ascended', 'ASA 14'],
  ['demo-the-island', 'ASE 12'],
] as const) {
  test(`who built what, and where, is read from the save (${format})`, async ({ page }) => {
    await lookAs(page, 'admin');
    await page.goto(pageOf(serverId));
    await expect(page.getByText(format)).toBeVisible();
    await expect(page.getByText(/(could not|couldn't) be read/)).toHaveCount(0);
    await expect(page.getByRole('img', { name: /map/i }).or(page.locator('canvas')).first()).toBeVisible();

    const built = await structuresOf(serverId);
    const teamName = busiestTribe(built);
    const count = built.filter((structure) => structure.teamName === teamName).length;
    await chooseTribe(page, teamName);
    await expect(page).toHaveURL(/tribes=\d+/);
    const shown = page.getByText(/^[\d,]+ of [\d,]+ structures$/);
    await expect(shown).toBeVisible();
    // The world goes on building while it is looked at.
    const shownCount = Number((await shown.innerText()).split(' ')[0]?.replaceAll(',', ''));
    expect(Math.abs(shownCount - count)).toBeLessThan(20);

    await list(page).getByRole('row').nth(1).click();
    const details = page.getByRole('complementary').or(page.getByRole('dialog')).last();
    await expect(details.getByText('Position (lat, lon)')).toBeVisible();
    await details.getByRole('link', { name: teamName }).click();
    await expect(page).toHaveURL(/\/tribes\/\d+/);
    await expect(page.getByRole('heading', { name: teamName })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'On the map' })).toBeVisible();
    await expect(
      page
        .getByRole('table', { name: 'Log entries' })
        .or(page.getByRole('list', { name: 'Log entries' }))
        .getByText(/^Day \d+/)
        .first(),
    ).toBeVisible();
  });
}

test('what is built shows after the next save, what is torn down stays listed as gone', async ({ page }) => {
  const serverId = 'demo-ragnarok';
  const { playerId, tribe } = await addBase(serverId);
  for (const structure of ['Stone Wall', 'Stone Wall', 'Stone Foundation'])
    await world.ask(serverId, 'build', { playerId, structure });
  await lookAs(page, 'admin');
  await page.goto(pageOf(serverId));
  await expect(page.getByText('ASA 14')).toBeVisible();
  await saveWorld(page, serverId);
  await page.getByRole('searchbox', { name: 'Search structures, tribes, owners' }).fill(tribe);
  await expect(page.getByText(/^3 of [\d,]+ structures$/)).toBeVisible();
  await expect(list(page).getByText('Stone Wall')).toHaveCount(2);

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await chooseTribe(page, tribe);
  // Nobody is there to choose a folder for the file.
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const lines = (await textOf(csv)).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines.slice(1).every((line) => line.includes(tribe))).toBe(true);
  const json = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as JSON' }).click();
  expect(JSON.parse(await textOf(json))).toHaveLength(3);

  const own = (await structuresOf(serverId)).find(({ teamName }) => teamName === tribe);
  await world.ask(serverId, 'destroy', { teamId: own?.teamId });
  await saveWorld(page, serverId);
  await page.getByRole('radio', { name: 'Gone' }).click();
  await expect(page.getByText(/^3 (of [\d,]+ )?structures$/)).toBeVisible();
});

test('the structures of a player who was away for weeks are abandoned', async ({ page }) => {
  await lookAs(page, 'admin');
  await page.goto(pageOf('demo-island-ascended'));
  await expect(page.getByText('ASA 14')).toBeVisible();
  await page.getByRole('radio', { name: 'Abandoned' }).click();
  await expect(page).toHaveURL(/leftBehind=14/);
  const tribes = page.getByRole('grid', { name: 'Tribes with abandoned structures' });
  await expect(tribes.getByText(/days ago|weeks ago|months? ago/).first()).toBeVisible();
  await tribes.getByRole('row').nth(1).click();
  await expect(page.getByText(/abandoned: nobody seen for \d+ days/)).toBeVisible();
});

test('a member sees only their own tribe once an admin has chosen so', async ({ page, browser }) => {
  const serverId = 'demo-the-island';
  const admin = await openAs(browser, 'admin');
  await admin.goto(pageOf(serverId));
  await expect(admin.getByText('ASE 12')).toBeVisible();
  await lookAs(page, 'member');
  await page.goto(pageOf(serverId));
  await expect(page.getByText('ASE 12')).toBeVisible();
  await expect(page.getByText('Who can see structures')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save world' })).toHaveCount(0);
  const strangers = await structuresOf(serverId);
  const stranger = strangers.find(({ teamName }) => teamName !== 'Tidewatch');

  const everyone = admin.getByRole('radio', { name: 'Everyone' });
  const ownTribe = admin.getByRole('radio', { name: 'Own tribe only' });
  // Not check(): the choice shows once the portal has stored it.
  await ownTribe.click();
  await admin.getByRole('button', { name: 'Undo' }).click();
  await expect(everyone).toBeChecked();
  await ownTribe.click();
  await expect(ownTribe).toBeChecked();
  try {
    // The earlier one may still be on its way out.
    await expect(admin.getByRole('button', { name: 'Undo' }).last()).toBeVisible();
    await page.reload();
    await expect(page.getByText('You see what Tidewatch built.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Relief/ })).toHaveCount(0);
    await page.getByRole('button', { name: /^Tribe/ }).click();
    await expect(page.getByRole('checkbox')).toHaveCount(1);
    await page.goto(`/arkbot/servers/${serverId}/tribes/${stranger?.teamId}`);
    await expect(page.getByText("This tribe doesn't exist.")).toBeVisible();
  } finally {
    await everyone.click();
    await expect(everyone).toBeChecked();
  }
  await admin.context().close();
});

test('the ground under the structures is what the saves show, for those who see all of them', async ({ page }) => {
  const serverId = 'demo-ragnarok';
  await lookAs(page, 'admin');
  await page.goto(pageOf(serverId));
  const relief = page.getByRole('button', { name: /^Relief from saves/ });
  await expect(relief).toHaveText(/^Relief from saves: [\d,]+ samples$/);
  await expect(page.getByText(/% of the map · contours every \d+ m/)).toBeVisible();
  const map = page.getByRole('application', { name: /Relief from [\d,]+ samples in saves covers/ });
  await expect(map).toBeVisible();
  // The canvas is painted in slices; the middle of the map changes when the relief goes.
  const picture = () => page.locator('canvas').first().screenshot();
  await relief.click();
  await expect(map).toHaveCount(0);
  const bare = await picture();
  await relief.click();
  await expect.poll(async () => (await picture()).equals(bare)).toBe(false);
  await relief.click();
  await page.reload();
  await expect(relief).toHaveAttribute('aria-pressed', 'false');
  await relief.click();
  await expect(relief).toHaveText(/samples$/);
});

/** How much of the canvas' height the map has, or of its width if that is more. */
function mapShare(canvas: HTMLCanvasElement): number {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? { data: new Uint8ClampedArray() };
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let at = 0; at < data.length; at += 4) {
    // What surrounds it is of one colour.
    if (data[at] === data[0] && data[at + 1] === data[1] && data[at + 2] === data[2]) continue;
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  return Math.max((right - left) / width, (bottom - top) / height);
}

test('the whole map stays in view when a phone is turned', async ({ page }) => {
  await lookAs(page, 'admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(pageOf('demo-ragnarok'));
  const share = () => page.locator('canvas').first().evaluate(mapShare);
  await expect.poll(share).toBeGreaterThan(0.65);
  await page.setViewportSize({ width: 844, height: 900 });
  await expect.poll(share).toBeGreaterThan(0.65);
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(share).toBeLessThan(0.65);
});

test('a survivor that only the save knows can be killed, and has its name in the list', async ({ page }) => {
  // This server stores its players inside the world save.
  const serverId = 'demo-scorched-earth';
  const { playerId, name } = await addBase(serverId);
  await lookAs(page, 'admin');
  await page.goto(pageOf(serverId));
  await expect(page.getByText('ASA 14')).toBeVisible();
  // An earlier save may come in between; the right one contains the player.
  await expect
    .poll(async () => (await saveWorld(page, serverId), await read(page, serverId, 'survivors')), { timeout: 90_000 })
    .toContain(playerId);
  await page.goto(`/arkbot/servers/${serverId}/players?playerId=${playerId}`);
  // The list draws only the rows in view, and many may be online.
  await page.getByRole('searchbox').fill(playerId);
  await expect(page.getByRole('grid').getByText(name, { exact: true })).toBeVisible();
  await killShownPlayer(page);
});

test('a server whose files nobody can read says so, and what to do', async ({ page }) => {
  await lookAs(page, 'admin');
  await page.goto(pageOf('demo-the-center'));
  await expect(page.getByText(/No save of this server has been read/)).toBeVisible();
});
