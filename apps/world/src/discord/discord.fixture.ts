import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client, GatewayIntentBits } from 'discord.js';
import { onTestFinished } from 'vitest';
import { startDiscord, type Discord, type DiscordOptions } from './start-discord.ts';

export const mira = '100000000000000001';
export const drifter = '100000000000000005';

/** A new Discord, stopped and removed with the test. */
export async function testDiscord(options: Partial<DiscordOptions> = {}): Promise<Discord> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stand-in-discord-'));
  const discord = await startDiscord({ folder, ...options });
  onTestFinished(async () => {
    await discord.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return discord;
}

type CallOptions = { token?: string; body?: unknown; method?: string };

/** Calls the API; with the bot's token unless another is given. */
export async function callApi({ settings }: Discord, route: string, { token, body, method }: CallOptions = {}) {
  const response = await fetch(`${settings.DISCORD_API_BASE}/v10${route}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: token ?? `Bot ${settings.DISCORD_BOT_TOKEN}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : undefined) as never };
}

const { Guilds, GuildMembers, GuildMessages, GuildVoiceStates, MessageContent } = GatewayIntentBits;

/** The real discord.js, logged in and aware of its guild. */
export async function loggedInBot({ settings }: Discord, token = settings.DISCORD_BOT_TOKEN) {
  const client = new Client({
    intents: [Guilds, GuildMembers, GuildMessages, GuildVoiceStates, MessageContent],
    rest: { api: settings.DISCORD_API_BASE, version: '10' },
  });
  onTestFinished(() => client.destroy());
  const ready = new Promise<void>((resolve) => client.once('clientReady', () => resolve()));
  await client.login(token);
  await ready;
  const guild = await client.guilds.fetch(settings.GUILD_ID);
  const channel = guild.channels.cache.find(({ name }) => name === 'general');
  if (!channel?.isSendable()) throw new Error('The bot cannot write in #general.');
  return { client, guild, channel };
}
