import * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { readJson, wasWritten } from '../databases/databases.service.ts';
import { changePart } from '../databases/edits.service.ts';
import { addDatabase } from '../databases/writes.service.ts';
import { findFormerGuildChannels } from './discord.store.ts';

/** What a channel of a guild is for. */
export type ChannelUse = 'log' | 'relay' | 'reports' | 'music';

const channelId = z
  .string()
  .regex(/^\d{1,20}$/)
  .nullable()
  .default(null);
const guildChannels = z.object({
  logChannelId: channelId,
  relayChannelId: channelId,
  voiceChannelId: channelId,
  reportsChannelId: channelId.unwrap().optional(),
});

export type GuildChannels = z.output<typeof guildChannels>;

/** The settings of all guilds in the file. `wrong` lists guilds whose settings are invalid. */
export type GuildSettings = { version: string; channels: ReadonlyMap<string, GuildChannels>; wrong: string[] };

/** The JSON database of the bot's settings: one part per guild. */
export const guildsFile = 'bot/guilds.json';

const guildRule = /^\d{1,20}$/;
const noChannels: GuildChannels = { logChannelId: null, relayChannelId: null, voiceChannelId: null };
const keys = {
  log: 'logChannelId',
  relay: 'relayChannelId',
  reports: 'reportsChannelId',
  music: 'voiceChannelId',
} as const satisfies Record<ChannelUse, keyof GuildChannels>;
const portal: Actor = { userId: null, username: 'portal', address: 'start' };

/** The channels chosen in a guild; null for each that is not chosen. */
export async function readGuildChannels(ctx: Ctx, guildId: string): Promise<GuildChannels> {
  return channelsOf(await readGuildSettings(ctx), guildId);
}

export function channelsOf({ channels }: Pick<GuildSettings, 'channels'>, guildId: string): GuildChannels {
  return channels.get(guildId) ?? noChannels;
}

/** Creates the file if it is missing. It may have been edited by hand. */
export async function readGuildSettings(ctx: Ctx): Promise<GuildSettings> {
  const read = await readFile(ctx).catch(async (error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
    await addDatabase(ctx, portal, guildsFile, () => firstText(ctx));
    return readFile(ctx);
  });
  const channels = new Map<string, GuildChannels>();
  const wrong: string[] = [];
  for (const [guildId, part] of Object.entries(read.data)) {
    if (!guildRule.test(guildId)) continue;
    const parsed = guildChannels.safeParse(part);
    if (parsed.success) channels.set(guildId, parsed.data);
    else wrong.push(guildId);
  }
  return { version: read.version, channels, wrong };
}

/** Chosen on Discord by someone who manages the guild. */
export async function setGuildChannel(
  ctx: Ctx,
  by: { discordId: string; name: string },
  guildId: string,
  { use, channelId }: { use: ChannelUse; channelId: string },
): Promise<void> {
  await readGuildSettings(ctx);
  const actor = { userId: null, username: by.name, address: `discord:${by.discordId}` };
  const entry = { action: 'discord.channel', target: guildId, outcome: 'done', details: { use, channelId } };
  const part = { file: guildsFile, guildId, also: (ctx: Ctx) => record(ctx, actor, entry) };
  await changePart(ctx, actor, part, (data) => {
    const known = guildChannels.safeParse(data);
    // Fields that we do not know stay.
    const others = typeof data === 'object' && !Array.isArray(data) ? data : {};
    return { ...others, ...(known.data ?? noChannels), [keys[use]]: channelId };
  });
}

async function readFile(ctx: Ctx): Promise<{ data: object; version: string }> {
  const { text, version } = await readJson(ctx, guildsFile);
  const read = z.record(z.string(), z.unknown()).safeParse(JSON.parse(text));
  if (!read.success) throw new AppError('INVALID_TYPE', `${guildsFile} must be an object with guild IDs as keys.`);
  return { data: read.data, version };
}

/** The first time, what was stored in a table before. A file that someone removed starts empty. */
async function firstText(ctx: Ctx): Promise<string> {
  const rows = (await wasWritten(ctx, guildsFile)) ? [] : await findFormerGuildChannels(ctx.db);
  const parts = rows.map(({ guildId, ...channels }) => [guildId, channels] as const);
  return `${JSON.stringify(Object.fromEntries(parts), null, 2)}\n`;
}
