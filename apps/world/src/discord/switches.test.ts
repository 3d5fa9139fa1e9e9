import { expect, it, vi } from 'vitest';
import { callApi, loggedInBot, testDiscord } from './discord.fixture.ts';

it('goes down, drops every connection, and comes back at the same address', async () => {
  const discord = await testDiscord();
  const { client, channel } = await loggedInBot(discord);
  await discord.ask('switch', { switches: { down: true } });
  // The first call may still notice that its old connection has ended.
  await vi.waitFor(async () => {
    await expect(callApi(discord, '/gateway')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });
  expect(await discord.ask('switch', { switches: { down: false } })).toMatchObject({ down: false });
  expect((await callApi(discord, '/gateway')).status).toBe(200);
  await vi.waitFor(async () => expect((await discord.ask('counters')).resumes).toHaveLength(1));
  await vi.waitFor(() => expect(client.isReady()).toBe(true));
  expect((await channel.send('back')).content).toBe('back');
});

it('replies with a status, invalid JSON, too much, or "too many", when switched so', async () => {
  const discord = await testDiscord();
  const read = async (path = '/users/@me') => {
    const { settings } = discord;
    const headers = { authorization: `Bot ${settings.DISCORD_BOT_TOKEN}` };
    const response = await fetch(`${settings.DISCORD_API_BASE}${path}`, { headers });
    return { status: response.status, text: await response.text() };
  };
  await discord.ask('switch', { switches: { status: 503, faultsAt: '/users/@me' } });
  expect((await read()).status).toBe(503);
  expect((await read('/gateway')).status).toBe(200);
  await discord.ask('switch', { switches: { status: null, rubbish: 'no-json' } });
  const { text } = await read();
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  await discord.ask('switch', { switches: { rubbish: 'huge' } });
  expect((await read()).text.length).toBeGreaterThan(5_000_000);
  await discord.ask('switch', { switches: { rubbish: null, faultsAt: null, rateLimited: { retryAfterS: 1.5 } } });
  expect(JSON.parse((await read()).text)).toMatchObject({ retry_after: 1.5 });
  await discord.ask('switch', { switches: { rateLimited: null, slowMs: 150 } });
  const startedAt = performance.now();
  expect((await read()).status).toBe(200);
  expect(performance.now() - startedAt).toBeGreaterThan(140);
  await expect(discord.ask('switch', { switches: { nothing: 1 } as never })).rejects.toThrow('no switch "nothing"');
});

it('counts tries at the gateway that it refuses or ends after Identify', async () => {
  const discord = await testDiscord();
  await discord.ask('switch', { switches: { refuseGateway: true } });
  void loggedInBot(discord).catch(() => {});
  await vi.waitFor(async () => {
    expect((await discord.ask('counters')).gatewayConnects.length).toBeGreaterThan(0);
  });
  expect((await discord.ask('counters')).identifies).toHaveLength(0);
  await discord.ask('switch', { switches: { refuseGateway: false, gatewayCloseCode: 4004 } });
  await expect(loggedInBot(discord)).rejects.toThrow('Authentication failed');
  const { identifies } = await discord.ask('counters');
  expect(identifies.length).toBeGreaterThan(0);
  expect(Math.abs((identifies.at(-1) ?? 0) - Date.now())).toBeLessThan(10_000);
});
