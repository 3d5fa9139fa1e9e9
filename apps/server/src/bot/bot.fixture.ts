import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { startDiscord, type Discord } from '../../../world/src/discord/start-discord.ts';
import { requestBot } from '../modules/discord/bot.service.ts';
import { agentUrl } from '../testing/test-agent.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { startBot, type Bot } from './bot.ts';
import { onFileFinished } from '../testing/cleanup.ts';

export const people = { mira: '100000000000000001', nico: '100000000000000002', drifter: '100000000000000005' };

export type BotWorld = {
  app: TestApp;
  discord: Discord;
  guildId: string;
  /** Started by the test. */
  bots: readonly Bot[];
  start: () => Bot;
  isReplying: () => Promise<boolean>;
  /** Waits until the bot replies. */
  connected: () => Promise<void>;
};

/** A listening portal and a stand-in Discord; bots started by a test are stopped after it. */
export async function createBotWorld(settings: Record<string, string> = {}): Promise<BotWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'tribehall-bot-'));
  const discord = await startDiscord({ folder });
  const { NODE_EXTRA_CA_CERTS: _, ...pointers } = discord.settings;
  const bots: Bot[] = [];
  onFileFinished(async () => {
    await discord.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const app = await createTestApp({ ...pointers, DATA_DIR: join(folder, 'data'), ...settings });
  // Hooks run in reverse order: the bots stop before the database does.
  onFileFinished(() => Promise.all(bots.map((bot) => bot.stop())));
  const url = (await agentUrl(app)).replace(/^ws/, 'http');
  const guildId = discord.settings.GUILD_ID;
  const start = () => {
    const bot = startBot(app.ctx, new URL(url).origin);
    bots.push(bot);
    return bot;
  };
  const isReplying = async () =>
    (await requestBot(app.ctx, 'bot.voice', { guildId, discordId: people.mira })) !== undefined;
  const connected = () => vi.waitFor(async () => expect(await isReplying()).toBe(true));
  return { app, discord, guildId, bots, start, isReplying, connected };
}
