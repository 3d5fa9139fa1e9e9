import { expect, password } from './journey.ts';
import { test } from './own-portal.ts';

// Kills the programs; needs no browser.
const serverId = 'demo-ragnarok';

async function logIn(url: string): Promise<Record<string, string>> {
  const reply = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@tribehall.test', password }),
  });
  const { data } = (await reply.json()) as { data: { accessToken: string } };
  return { authorization: `Bearer ${data.accessToken}` };
}

type Details = { state: string };

async function read<T>(url: string, headers: Record<string, string>, path: string): Promise<T> {
  const reply = await fetch(`${url}/api/ark/servers/${serverId}/${path}`, { headers });
  return ((await reply.json()) as { data: T }).data;
}

/** The messages with that mark, oldest first, over all pages. */
async function storedTexts(url: string, headers: Record<string, string>, mark: string): Promise<string[]> {
  const texts: string[] = [];
  let before = '';
  for (;;) {
    type Page = { messages: { id: string; text: string }[]; hasMore: boolean };
    const page = await read<Page>(url, headers, `chat?search=${mark}${before}`);
    texts.push(...page.messages.map(({ text }) => text));
    const oldest = page.messages.at(-1);
    if (!page.hasMore || oldest === undefined) return texts.toReversed();
    before = `&before=${oldest.id}`;
  }
}

test('what players say while portal and agent are killed arrives once, in order', async ({ own }) => {
  test.setTimeout(180_000);
  let portal = await own.open();
  let agent = await own.startAgent(portal.url);
  const headers = await logIn(portal.url);
  await expect.poll(async () => (await read<Details>(portal.url, headers, 'details')).state).toBe('up');
  // One of our own: those of the demo come and go.
  const speaker = { playerId: '0002c0c0c0c0c0c0c0c0c0c0c0c0c0c0', platformName: 'counter', name: 'Counter' };
  await own.steering.ask(serverId, 'join', { survivor: speaker });
  const mark = 'count7261';
  let sentCount = 0;
  const speak = async (times: number) => {
    for (let i = 0; i < times; i += 1) {
      sentCount += 1;
      await own.steering.say(serverId, speaker.playerId, `${mark} ${sentCount}`);
    }
  };

  await speak(5);
  await portal.kill('SIGKILL');
  await speak(60);
  await agent.kill('SIGKILL');
  await speak(20);
  agent = await own.startAgent(portal.url);
  await speak(20);
  portal = await own.startPortal();
  await speak(5);

  const expected = Array.from({ length: sentCount }, (_, index) => `${mark} ${index + 1}`);
  await expect
    .poll(async () => (await storedTexts(portal.url, headers, mark)).length)
    .toBeGreaterThanOrEqual(sentCount);
  expect(await storedTexts(portal.url, headers, mark)).toEqual(expected);
  await agent.kill('SIGTERM');
});
