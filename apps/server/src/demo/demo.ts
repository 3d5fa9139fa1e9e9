import { readFileSync } from 'node:fs';
import { games } from '@tribehall/contract';
import { playerId } from '@tribehall/contract/shared/schemas';
import * as z from 'zod';
import { SettingError, type Config } from '../config.ts';
import type { Ctx } from '../context.ts';
import { wasWritten } from '../modules/databases/databases.service.ts';
import { addDatabase } from '../modules/databases/writes.service.ts';
import { readGuildChannels, setGuildChannel } from '../modules/discord/guilds.service.ts';
import { print } from '../platform/console.ts';
import { demoAccounts, demoPassword, seedDemoAccounts } from './accounts.ts';
import { insertGuild, writeCheckpoint } from './demo.store.ts';
import { seedDemoCounts } from './counts.ts';
import { seedDemoFiles } from './files.ts';
import { seedDemoHistory } from './history.ts';
import { seedDemoModeration } from './moderation.ts';
import { seedDemoNotes } from './notes.ts';
import { seedDemoServers } from './servers.ts';
import { seedDemoSite } from './site.ts';

const idRule = z.string().regex(/^[\w-]{1,64}$/);
const nameRule = z.string().min(1).max(64);

const demoPlayer = z.object({
  playerId,
  name: z.string().max(128),
  survivor: z.string().max(128),
  level: z.number().int(),
  /** Since the last login. */
  awaySeconds: z.number().min(0),
  tribe: z.object({ id: z.number().int(), name: z.string().max(128) }).optional(),
});

const demoArk = z.object({
  clusters: z.array(
    z.object({
      id: idRule,
      name: nameRule,
      servers: z.array(
        z.object({
          id: idRule,
          name: nameRule,
          game: z.enum(games),
          map: z.string().max(64).optional(),
          token: z.string().regex(/^[\w-]{32,128}$/),
          /** How many are online on average. */
          usualPlayers: z.number().int().min(0).max(1000).default(0),
          /** Who has played there before. */
          players: z.array(demoPlayer).default([]),
        }),
      ),
    }),
  ),
  /** Characters of demo accounts, and the file with what each sees in the game. */
  people: z.array(z.object({ username: nameRule, screen: z.string() })).default([]),
});

export type DemoArk = z.output<typeof demoArk>;

/** The game servers of the demo world; none where it is off. */
export function readDemoArk({ DEMO_ARK_FILE: file, isWorldOn }: Config): DemoArk {
  if (file === undefined || !isWorldOn) return { clusters: [], people: [] };
  try {
    return demoArk.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    // Without details: the file contains tokens.
    throw new SettingError(`DEMO_ARK_FILE can't be used: ${file}.`, { cause });
  }
}

/** Adds what is missing of the demo world, and prints how to use it. */
export async function seedDemo(ctx: Ctx, demoArk: DemoArk, stopping: AbortSignal): Promise<void> {
  const newServers = await seedDemoServers(ctx, demoArk);
  const steps = [
    () => seedDemoSite(ctx),
    () => seedDemoAccounts(ctx, newServers),
    () => seedDemoChat(ctx, newServers),
    () => seedDemoHistory(ctx, demoArk, newServers),
    () => seedDemoCounts(ctx, demoArk, newServers),
    () => seedDemoNotes(ctx, newServers),
    () => seedDemoModeration(ctx, newServers),
    () => seedDemoFiles(ctx),
    () => seedDemoDatabases(ctx),
  ];
  for (const step of steps) {
    stopping.throwIfAborted();
    await step();
  }
  // A database that is stopped or killed has to write down all of it first, before the next portal is ready.
  if (newServers.length > 0 && ctx.config.DATABASE_URL === undefined) await writeCheckpoint(ctx.db);
  print(`Demo accounts, password ${demoPassword}:`);
  for (const account of demoAccounts) print(`  ${account.email.padEnd(26)}${account.about}`);
  print(`The demo's Discord: ${ctx.config.SITE_CHAT_INVITE_URL}`);
  for (const { username, screen } of demoArk.people) print(`What ${username} sees in the game: ${screen}`);
}

/** Channels of the simulated Discord. */
const channels = { relay: '100000000000000102', log: '100000000000000103' } as const;

/** Connects the chat of new demo servers with the demo's guild, both ways. */
async function seedDemoChat(ctx: Ctx, newServers: readonly string[]): Promise<void> {
  const { GUILD_ID: guildId } = ctx.config;
  if (guildId === undefined) return;
  const { relayChannelId, logChannelId } = await readGuildChannels(ctx, guildId);
  const by = { discordId: '0', name: 'demo world' };
  if (relayChannelId === null) await setGuildChannel(ctx, by, guildId, { use: 'relay', channelId: channels.relay });
  if (logChannelId === null) await setGuildChannel(ctx, by, guildId, { use: 'log', channelId: channels.log });
  for (const serverId of newServers)
    for (const kind of ['relay', 'log'] as const) await insertGuild(ctx.db, { serverId, guildId, kind });
}

const file = 'demo/greetings.json';

const greetings = {
  welcome: 'Welcome to the obelisk, survivor.',
  rules: ['Be kind below level 30.', 'Claim what you tame within a day.'],
  weekend: { harvestMultiplier: 3, tamingMultiplier: 5, isOn: false },
};

/** Adds a sample database once. Nothing reads it. */
export async function seedDemoDatabases(ctx: Ctx): Promise<void> {
  if (await wasWritten(ctx, file)) return;
  const actor = { userId: null, username: 'demo world', address: 'start' };
  await addDatabase(ctx, actor, file, () => Promise.resolve(`${JSON.stringify(greetings, null, 2)}\n`));
}
