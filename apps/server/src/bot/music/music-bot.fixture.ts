// A bot that only plays music, in a process of its own: Node reads the extra certificates only when it starts.
import { Client, GatewayIntentBits } from 'discord.js';
import { pino } from 'pino';
import { readConfig } from '../../config.ts';
import { openDb, type DbConnection } from '../../db/db.ts';
import { createContext } from '../../portal.ts';
import { surviveLibraryErrors } from '../library-errors.ts';
import { startMusic } from './music.ts';
import type { MusicTimes } from './music-times.ts';

export type MusicBotOptions = { connection: DbConnection; times: Partial<MusicTimes> };

const { Guilds, GuildMembers, GuildVoiceStates } = GatewayIntentBits;
const { connection, times } = JSON.parse(process.env['MUSIC_BOT'] ?? '') as MusicBotOptions;

const config = readConfig(process.env, '/nowhere');
const log = pino({ level: 'warn' }, pino.destination(2));
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
surviveLibraryErrors(log, () => process.exit(1));
const music = startMusic(ctx, client, times);

// The test passes on what another process publishes, as NATS would.
process.on('message', ({ subject, data }: { subject: string; data: unknown }) => ctx.bus.publish(subject, data));
const end = async () => {
  await music.stop();
  await client.destroy();
  await open.close();
  process.exit(0);
};
process.on('SIGTERM', () => void end());
process.on('disconnect', () => process.exit(0));
