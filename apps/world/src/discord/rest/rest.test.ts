import { expect, it } from 'vitest';
import { callApi, drifter, mira, testDiscord } from '../discord.fixture.ts';

const general = '/channels/100000000000000101/messages';

it('refuses unknown callers as Discord does', async () => {
  const discord = await testDiscord();
  for (const token of ['', 'Bot wrong', 'Bearer wrong', `Bearer ${discord.settings.DISCORD_BOT_TOKEN}`]) {
    const { status, body } = await callApi(discord, '/users/@me', { token });
    expect([status, body]).toEqual([401, { message: '401: Unauthorized', code: 0 }]);
  }
  expect((await callApi(discord, '/gateway', { token: '' })).body).toEqual({ url: expect.stringMatching(/^ws:/) });
  await discord.ask('resetCounters');
  expect((await callApi(discord, '/nothing')).status).toBe(404);
  expect((await discord.ask('counters')).apiCalls).toHaveLength(1);
  expect(await discord.ask('calls')).toMatchObject([{ method: 'GET', path: '/nothing', status: 404 }]);
});

it('returns who is a member and who is not, and knows no other guild', async () => {
  const discord = await testDiscord();
  const guild = `/guilds/${discord.settings.GUILD_ID}`;
  expect((await callApi(discord, guild)).body).toMatchObject({ name: 'Tribehall community' });
  expect((await callApi(discord, `${guild}/members/${mira}`)).body).toMatchObject({ user: { username: 'mira' } });
  const codes = async (path: string) => {
    const { status, body } = await callApi(discord, path);
    return [status, (body as { code: number }).code];
  };
  expect(await codes(`${guild}/members/${drifter}`)).toEqual([404, 10007]);
  expect(await codes(`${guild}/members/1`)).toEqual([404, 10013]);
  expect(await codes('/guilds/100000000000000200')).toEqual([404, 10004]);
  expect(await codes('/channels/1')).toEqual([404, 10003]);
  await discord.ask('kick', { person: mira });
  expect(await codes(`${guild}/members/${mira}`)).toEqual([404, 10007]);
});

it('refuses messages that are empty, too long or not its own to change, in the words of Discord', async () => {
  const discord = await testDiscord();
  const send = async (body: object) => (await callApi(discord, general, { body })).body as { code: number };
  expect(await send({ content: ' ' })).toMatchObject({ code: 50006 });
  expect(await send({ content: 'x'.repeat(2001) })).toMatchObject({
    code: 50035,
    errors: { content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH' }] } },
  });
  expect(await send({ content: '🦖'.repeat(2000) })).toMatchObject({ type: 0 });
  const message = await discord.ask('say', { person: 'mira', channel: 'general', text: 'mine' });
  const edited = await callApi(discord, `${general}/${message.id}`, { method: 'PATCH', body: { content: 'yours' } });
  expect(edited).toMatchObject({ status: 403, body: { code: 50005 } });
  expect((await callApi(discord, `${general}/${message.id}`, { method: 'DELETE' })).status).toBe(403);
});

it('posts a message with an enforced nonce once', async () => {
  const discord = await testDiscord();
  const body = { content: 'once', nonce: 'n1', enforce_nonce: true };
  const [first, second] = [await callApi(discord, general, { body }), await callApi(discord, general, { body })];
  expect((second.body as { id: string }).id).toBe((first.body as { id: string }).id);
  const loose = { ...body, enforce_nonce: false };
  expect(((await callApi(discord, general, { body: loose })).body as { id: string }).id).not.toBe(
    (first.body as { id: string }).id,
  );
  const listed = await callApi(discord, `${general}?limit=2`);
  expect((listed.body as { content: string }[]).map(({ content }) => content)).toEqual(['once', 'once']);
});

it('allows five messages in five seconds to each channel, and returns when to retry', async () => {
  const discord = await testDiscord();
  const send = (path: string) => callApi(discord, path, { body: { content: 'hi' } });
  for (const remaining of ['4', '3', '2', '1', '0']) {
    expect((await send(general)).headers.get('x-ratelimit-remaining')).toBe(remaining);
  }
  const refused = await send(general);
  expect(refused).toMatchObject({ status: 429, body: { global: false } });
  const { retry_after: retryAfterS } = refused.body as { retry_after: number };
  expect(retryAfterS).toBeGreaterThan(0);
  expect(retryAfterS).toBeLessThanOrEqual(5);
  expect((await send('/channels/100000000000000102/messages')).status).toBe(200);
});

it('does not let the bot write where it may not', async () => {
  const discord = await testDiscord();
  await discord.ask('switch', { switches: { denied: ['SendMessages'] } });
  expect((await callApi(discord, general, { body: { content: 'hi' } })).body).toMatchObject({ code: 50013 });
  await discord.ask('switch', { switches: { denied: ['ViewChannel'] } });
  expect((await callApi(discord, general)).body).toMatchObject({ code: 50001 });
  await discord.ask('switch', { switches: { denied: null } });
  expect((await callApi(discord, general, { body: { content: 'hi' } })).status).toBe(200);
});
