import { randomBytes } from 'node:crypto';
import { findViolations } from './barriers.ts';
import { expect, lookAs, openAs, test } from './journey.ts';
import { connectWorld, type World } from './world.ts';

let world: World;
test.beforeAll(async () => {
  world = await connectWorld();
});
test.afterAll(() => world.close());

test('an Admin finds Cinderjaw, sees what happened, and who else was on', async ({ page }) => {
  const serverId = 'demo-island-ascended';
  const playerId = `0002${randomBytes(14).toString('hex')}`;
  const name = `Cinderjaw ${playerId.slice(-4)}`;
  const survivor = { playerId, platformName: name, name: `Jaw ${playerId.slice(-4)}`, level: 33 };
  await world.ask(serverId, 'join', { survivor });
  await lookAs(page, 'admin');
  await page.goto('/arkbot/players');
  await page.getByRole('searchbox').or(page.getByPlaceholder('Filter by name, tribe or server')).fill(name);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText(/^Online/).first()).toBeVisible();

  // The name of the survivor is known once they have spoken.
  await world.say(serverId, playerId, 'is anyone here?');
  await expect
    .poll(async () => {
      const reply = await page.request.get(`/api/ark/servers/${serverId}/players/${playerId}`, {
        headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` },
      });
      return ((await reply.json()) as { data: { survivor: string | null } }).data.survivor;
    })
    .toBe(survivor.name);
  await world.ask(serverId, 'kill', { playerId });
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/^Died/).first()).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await world.ask(serverId, 'leave', { playerId });
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/^Left/).first()).toBeVisible({ timeout: 3_000 });
  }).toPass();
});

test('everyone online is listed live', async ({ page }) => {
  const playerId = `0002${randomBytes(14).toString('hex')}`;
  const platformName = `Visitor ${playerId.slice(-6)}`;
  await lookAs(page, 'member');
  await page.goto(`/arkbot/players?search=${encodeURIComponent(platformName)}`);
  await expect(page.getByText('live', { exact: true })).toBeVisible();
  await expect(page.getByText('No players found.')).toBeVisible();
  const survivor = { playerId, platformName, name: `Guest ${playerId.slice(-6)}`, level: 5 };
  await world.ask('demo-island-ascended', 'join', { survivor });
  await expect(page.getByRole('link', { name: platformName })).toBeVisible();
  await world.ask('demo-island-ascended', 'leave', { playerId });
  await expect(page.getByRole('link', { name: platformName })).toHaveCount(0);
});

test('a card tells who a player is while the mouse rests on the name, until Escape', async ({ page }) => {
  await lookAs(page, 'member');
  await page.goto('/arkbot/players');
  const links = page.getByRole('grid', { name: 'Players on all servers' }).getByRole('link');
  const card = page.getByRole('tooltip');
  // Others come and go meanwhile, and the list is sorted: the row may move away from under the mouse.
  await expect(async () => {
    await page.mouse.move(0, 0);
    const name = await links.nth(1).innerText();
    await links.filter({ hasText: name }).first().hover({ timeout: 3_000 });
    await expect(card).toContainText(name, { timeout: 3_000 });
  }).toPass();
  expect(await findViolations(page)).toEqual([]);
  await card.hover();
  await expect(card).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
});

test("a tribe's log goes back further than the save, and can be searched", async ({ page }) => {
  await lookAs(page, 'admin');
  await page.goto('/arkbot/servers/demo-the-island/structures');
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` };
  const read = async <T>(path: string) => {
    const reply = await page.request.get(`/api/ark/servers/demo-the-island/tribes${path}`, { headers });
    return ((await reply.json()) as { data: T }).data;
  };
  type Log = { entries: { text: string; player: { id: string | null; name: string } | null }[] };
  const search = '?search=demolished&kinds=demolished';
  let found: { id: number; log: Log } | undefined;
  await expect
    .poll(async () => {
      for (const { id } of await read<{ id: number }[]>('')) {
        const log = await read<Log>(`/${id}/log${search}`);
        if (log.entries.length > 3 && log.entries[0]?.player?.id) found = { id, log };
      }
      return found?.id;
    })
    .toBeDefined();
  await page.goto(`/arkbot/servers/demo-the-island/tribes/${found?.id}`);
  const entries = page.getByRole('table', { name: 'Log entries' });
  await expect(entries.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the log' }).fill('DEMOLISHED');
  await page.getByRole('button', { name: 'Structures' }).click();
  await expect(page).toHaveURL(
    ({ searchParams }) => searchParams.get('search') === 'DEMOLISHED' && searchParams.get('show') === 'structures',
  );
  await expect(entries.getByText(/^ demolished a/).first()).toBeVisible();
  await expect(entries.getByText(/Tamed a/)).toHaveCount(0);
  await entries.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/arkbot\/players\/\w+$/);
});

test('a member compares players, on the servers whose admins allow it', async ({ page, browser }) => {
  await lookAs(page, 'member');
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leaderboards' }).click();
  const table = page.getByRole('table', { name: 'Leaderboard: Playtime' });
  await expect(table.getByRole('row').nth(5)).toBeVisible();
  await expect(table.getByText('You', { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'Deaths' }).click();
  await page.getByRole('radio', { name: 'Year' }).click();
  await expect(page.getByRole('table', { name: 'Leaderboard: Deaths' }).getByRole('row').nth(5)).toBeVisible();

  const admin = await openAs(browser, 'admin');
  await admin.goto('/arkbot/servers/demo-fjordur');
  await admin.getByRole('radio', { name: 'Not shown' }).check();
  await expect(admin.getByText('Leaderboards are not shown.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Server' }).selectOption('Fjordur');
  await expect(page.getByText('There are no leaderboards here.')).toBeVisible();
  await admin.getByRole('button', { name: 'Undo' }).click();
  await expect(admin.getByRole('radio', { name: 'Shown to everyone' })).toBeChecked();
  await expect(admin.getByText('Leaderboards are shown to everyone.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Counted on Fjordur.')).toBeVisible();
  await admin.context().close();
});

test('an Admin writes about a player, watches them, and hears when they join', async ({ page }) => {
  const serverId = 'demo-island-ascended';
  const playerId = `0002${randomBytes(14).toString('hex')}`;
  const name = `Ashfall ${playerId.slice(-4)}`;
  const survivor = { playerId, platformName: name, name: `Ash ${playerId.slice(-4)}`, level: 12 };
  await world.ask(serverId, 'join', { survivor });
  await lookAs(page, 'admin');
  await page.goto('/arkbot/players');
  const filter = page.getByRole('searchbox').or(page.getByPlaceholder('Filter by name, tribe or server'));
  await filter.fill(name);
  await page.getByRole('link', { name }).click();

  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByRole('textbox', { name: 'Add a note' }).fill('Says his brother plays on the same account.');
  await page.keyboard.press('Control+Enter');
  await expect(notes.getByRole('listitem')).toContainText('Says his brother plays on the same account.Adam · just now');
  await notes.getByRole('button', { name: 'Edit the note' }).click();
  await notes.getByRole('textbox', { name: 'Edit the note' }).fill('Ask his brother before banning.');
  await notes.getByRole('button', { name: 'Save' }).click();
  await notes.getByRole('button', { name: 'edited' }).click();
  await expect(notes.getByRole('list', { name: 'Earlier texts, newest first' })).toContainText(/^Says his brother/);
  await notes.getByRole('button', { name: 'Remove the note' }).click();
  await expect(notes.getByText('Ask his brother before banning.')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(notes.getByText('Ask his brother before banning.')).toBeVisible();

  await page.getByRole('button', { name: 'Watch' }).click();
  await expect(page.getByText(`${name} is watched now.`)).toBeVisible();
  await expect(page.getByText('watched', { exact: true })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.goto('/arkbot/players');
  await filter.fill(name);
  await expect(page.getByRole('link', { name: `watched ${name}` })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  await world.ask(serverId, 'leave', { playerId });
  await expect(page.getByRole('link', { name: `watched ${name}` })).toBeHidden();
  await world.ask(serverId, 'join', { survivor });
  await expect(page.getByText(`${name}, who is watched, joined Island Ascended`)).toBeVisible();
  await page.getByRole('link', { name: 'View player' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Watch' }).click();
  await expect(page.getByText(`${name} is no longer watched.`)).toBeVisible();
});

test('an Admin learns in two clicks what a player did last night, and reads every tab', async ({ page }) => {
  const serverId = 'demo-island-ascended';
  const playerId = `0002${randomBytes(14).toString('hex')}`;
  const name = `Nightowl ${playerId.slice(-4)}`;
  const survivor = { playerId, platformName: name, name: `Owl ${playerId.slice(-4)}`, level: 21 };
  await world.ask(serverId, 'join', { survivor });
  await lookAs(page, 'admin');
  await page.goto('/arkbot/players');
  await page.getByPlaceholder('Filter by name, tribe or server').fill(name);
  await expect(page.getByRole('link', { name })).toBeVisible();
  await page.getByRole('button', { name: 'Calendar: At' }).click();
  await page.getByRole('button', { name: 'Now' }).click();
  await page.getByRole('grid').getByRole('gridcell', { selected: true }).getByRole('button').focus();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('textbox', { name: 'Until (optional)' }).fill('tomorrow');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('textbox', { name: 'Until (optional)' })).toHaveValue(/^\d{4}-\d\d-\d\d 00:00$/);
  await expect(page.getByRole('grid', { name: 'Who was on' })).toBeVisible();
  await page.getByRole('link', { name }).first().click();
  await page.getByRole('radio', { name: '24 h' }).click();
  await expect(page).toHaveURL(/period=24h/);
  await expect(page.getByText(/^Joined/).first()).toBeVisible();

  const actions = page.getByRole('region', { name: 'Actions' });
  await actions.getByRole('button', { name: 'Console command' }).click();
  await page.getByLabel('Command', { exact: true }).fill('ListPlayers');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByRole('region', { name: 'Reply from the game' })).toBeVisible();
  await page.keyboard.press('Escape');
  await world.say(serverId, playerId, 'good night everyone');

  await page.getByRole('tab', { name: 'Timeline' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Chat', selected: true })).toBeFocused();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('good night everyone')).toBeVisible({ timeout: 3_000 });
  }).toPass();
  expect(await findViolations(page)).toEqual([]);
  for (const [tab, text] of [
    ['Sessions', 'still online'],
    ['Actions', 'ListPlayers'],
    ['Mail', 'No mail to this player.'],
    ['Timeline', '24 h'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByText(text).first()).toBeVisible();
    expect(await findViolations(page), tab).toEqual([]);
  }
  await expect(page).toHaveURL(/period=24h/);
  await page.setViewportSize({ width: 390, height: 600 });
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Timeline', selected: true })).toBeVisible();
  expect(await page.evaluate(() => scrollY), 'the current tab comes into view without the page').toBe(0);
  await world.ask(serverId, 'leave', { playerId });
});

test('from Home, everyone online and a server are one click away', async ({ page }) => {
  const playerId = `0002${randomBytes(14).toString('hex')}`;
  const platformName = `Guest ${playerId.slice(-6)}`;
  const survivor = { playerId, platformName, name: `Friend ${playerId.slice(-6)}`, level: 5 };
  await lookAs(page, 'member');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome back, Mira' })).toBeVisible();
  await expect(page.getByText(/survivors? online on \d+ servers?/)).toBeVisible();
  await world.ask('demo-island-ascended', 'join', { survivor });
  await page.getByRole('link', { name: 'All players', exact: true }).first().click();
  await expect(page.getByRole('grid', { name: 'Players on all servers' })).toBeVisible();
  await page.goBack();
  const characters = page.getByRole('region', { name: 'Your characters' });
  await expect(characters.getByRole('link', { name: 'Mira' })).toBeVisible();
  await characters.getByRole('link', { name: 'The Island' }).click();
  await expect(page).toHaveURL(/\/arkbot\/servers\/demo-the-island$/);
  await world.ask('demo-island-ascended', 'leave', { playerId });
});

test('the chat on Home is live', async ({ page }) => {
  await lookAs(page, 'member');
  await page.goto('/');
  const chat = page.getByRole('region', { name: 'Chat · Old Guard' });
  await expect(chat.getByRole('listitem').first()).toBeVisible();
  const text = `selling kibble ${randomBytes(4).toString('hex')}`;
  await chat.getByRole('textbox', { name: 'Message' }).fill(text);
  await chat.getByRole('button', { name: 'Send' }).click();
  await expect(chat.getByRole('listitem').filter({ hasText: text })).toBeVisible();
});
