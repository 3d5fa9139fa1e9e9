import { randomBytes } from 'node:crypto';
import { findViolations } from './barriers.ts';
import { expect, lookAs, newPerson, register, test } from './journey.ts';
import { connectWorld, type World } from './world.ts';

let world: World;
test.beforeAll(async () => {
  world = await connectWorld();
});
test.afterAll(() => world.close());

const serverId = 'demo-island-ascended';

async function join(name: string): Promise<string> {
  const playerId = `0002${randomBytes(14).toString('hex')}`;
  await world.ask(serverId, 'join', { survivor: { playerId, platformName: name, name: `Sur ${playerId.slice(-4)}` } });
  return playerId;
}

test('a report from the chat of the game is answered, and the linked reporter gets the answer as mail', async ({
  page,
  browser,
}) => {
  const mark = randomBytes(3).toString('hex');
  const [reporter, culprit] = [await join(`Rita ${mark}`), await join(`Gary ${mark}`)];
  const whispers = async () =>
    (await world.screen(serverId, reporter)).flatMap(({ kind, text }) => (kind === 'whisper' ? [text] : []));

  // The reporter links the character to an account.
  const context = await browser.newContext({ baseURL: process.env['E2E_URL'] ?? '' });
  const member = await context.newPage();
  const person = await register(member, newPerson());
  const login = await member.request.post('/api/users/login', { data: person });
  const { accessToken } = ((await login.json()) as { data: { accessToken: string } }).data;
  const headers = { authorization: `Bearer ${accessToken}` };
  const auth = `/api/ark/servers/${serverId}/players/${reporter}/auth`;
  await expect.poll(async () => (await member.request.post(auth, { headers })).status()).toBe(200);
  await expect.poll(async () => (await whispers()).join()).toMatch(/\d{6}/);
  const twoFaCode = /\b\d{6}\b/.exec((await whispers()).at(-1) ?? '')?.[0];
  const confirmed = await member.request.post(`${auth}/confirm`, { headers, data: { twoFaCode } });
  expect(confirmed.status()).toBe(200);

  // A moderator has the queue open and sees the report without a reload.
  await lookAs(page, 'admin');
  await page.goto('/arkbot/reports');
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();
  await world.say(serverId, reporter, `!report Gary ${mark} walled in my base`);
  await expect(page.getByText(`Gary ${mark}`, { exact: true })).toBeVisible();
  await expect.poll(whispers).toContain('Your report was sent.');
  expect(await findViolations(page)).toEqual([]);

  // Comments and answers.
  await page.getByText(`Gary ${mark}`, { exact: true }).click();
  await expect(page.getByRole('heading', { name: `Report about Gary ${mark}` })).toBeVisible();
  await expect(page.getByText('walled in my base', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await page.getByLabel('Add a comment').fill('Seen it, he moves the wall today.');
  await page.getByRole('button', { name: 'Add comment' }).click();
  // Not in the field, which is cleared once the comment is stored.
  await expect(page.locator('bdi').filter({ hasText: 'Seen it, he moves the wall today.' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Answer to the reporter').fill('Gary takes the wall down today.');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByText('This report is closed. Reopen it to answer.')).toBeVisible();

  // Mail in the game, and the answer on the reporter's account page; never the comment.
  await expect
    .poll(async () => (await whispers()).at(-1))
    .toMatch(new RegExp(`^Mail from .*: Your report about Gary ${mark} — Gary takes the wall down today\\.$`));
  await member.addInitScript((token) => localStorage.setItem('token', token), accessToken);
  await member.goto('/account#reports');
  const own = member.getByRole('region', { name: 'My reports' });
  await expect(own).toContainText('Gary takes the wall down today.');
  await expect(own).toContainText('Closed');
  await expect(own).not.toContainText('Seen it');
  await context.close();
  for (const playerId of [reporter, culprit]) await world.ask(serverId, 'leave', { playerId });
});
