import { Client } from 'oceanic.js';
import { expect, it, onTestFinished, vi } from 'vitest';
import { testDiscord } from './discord.fixture.ts';

it('lets another library than discord.js log in, read, and resume', async () => {
  const discord = await testDiscord();
  const { DISCORD_API_BASE, DISCORD_BOT_TOKEN, GUILD_ID } = discord.settings;
  const client = new Client({
    auth: `Bot ${DISCORD_BOT_TOKEN}`,
    rest: { baseURL: `${DISCORD_API_BASE}/v10` },
    gateway: { intents: ['GUILDS', 'GUILD_MESSAGES', 'MESSAGE_CONTENT'] },
  });
  onTestFinished(() => client.disconnect(false));
  const errors: string[] = [];
  client.on('error', (error) => void errors.push(String(error)));
  const heard: string[] = [];
  client.on('messageCreate', ({ content }) => void heard.push(content));
  const ready = new Promise<void>((resolve) => client.once('ready', () => resolve()));
  await client.connect();
  await ready;
  const guild = await client.rest.guilds.get(GUILD_ID);
  expect(guild.name).toBe('Tribehall community');

  await discord.ask('say', { person: 'mira', channel: 'general', text: 'before' });
  await vi.waitFor(() => expect(heard).toEqual(['before']));
  const before = (await discord.ask('counters')).resumes.length;
  await discord.ask('closeGateway', { code: 4000 });
  await discord.ask('say', { person: 'mira', channel: 'general', text: 'while it was away' });
  await vi.waitFor(() => expect(heard).toEqual(['before', 'while it was away']));
  expect((await discord.ask('counters')).resumes.length).toBeGreaterThan(before);
  expect(errors.filter((error) => !error.includes('4000'))).toEqual([]);
});
