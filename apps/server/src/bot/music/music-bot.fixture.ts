// Bots that only play music, one after the other, in a process of their own: Node reads the extra certificates only when it
// starts. Loading discord.js takes longer than most of what a test does with a bot, so the process outlives them.
import { Client, GatewayIntentBits } from 'discord.js';
import { pino } from 'pino';
import { readConfig } from '../../config.ts';
import { openDb, type DbConnection } from '../../db/db.ts';
import { createContext } from '../../portal.ts';
import { surviveLibraryErrors } from '../library-errors.ts';
import { startMusic } from './music.ts';
import type { MusicTimes } from './music-times.ts';

export type MusicBotMessage =
  | { start: Partial<MusicTimes> }
  | { stop: true }
  | { published: { subject: string; data: unknown } };

const { Guilds, GuildMembers, GuildVoiceStates } = GatewayIntentBits;
const connection = JSON.parse(process.env['MUSIC_BOT_DATABASE'] ?? '') as DbConnection;
const config = readConfig(process.env, '/nowhere');
const log = pino({ level: 'warn' }, pino.destination(2));
surviveLibraryErrors(log, () => process.exit(1));

let bot: ReturnType<typeof startBot> | undefined;

process.on('message', (message: MusicBotMessage) => {
  if ('start' in message) bot = startBot(message.start);
  else if ('stop' in message) void bot?.then(({ stop }) => stop()).finally(() => process.send?.('stopped'));
  // The test passes on what another process publishes, as NATS would.
  else void bot?.then(({ ctx }) => ctx.bus.publish(message.published.subject, message.published.data));
});
process.on('disconnect', () => process.exit(0));

async function startBot(times: Partial<MusicTimes>) {
  const open = openDb(connection, log, 3);
  const ctx = await createContext(config, open, log);
  const client = new Client({
    intents: [Guilds, GuildMembers, GuildVoiceStates],
    rest: { api: config.DISCORD_API_BASE, version: '10' },
  });
  client.on('error', (err) => log.warn({ err }, 'Error in the Discord client'));
  const ready = new Promise<void>((resolve) => client.once('clientReady', () => resolve()));
  await client.login(config.DISCORD_BOT_TOKEN);
  await ready;
  const music = startMusic(ctx, client, times);
  const stop = async () => {
    await music.stop();
    await client.destroy();
    await ctx.bus.close();
    await open.close();
  };
  return { ctx, stop };
}
