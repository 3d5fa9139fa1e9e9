import { DiscordAPIError, MessageFlags, RESTJSONErrorCodes, type Client, type Guild } from 'discord.js';
import type * as z from 'zod';
import type { Ctx } from '../context.ts';
import { botRequests, type BotReply, type BotSubject } from '../modules/discord/bot.service.ts';
import type { Connected } from './gateway/connection.ts';
import type { GuildChannelsReader } from './guild-channels.ts';
import { findVoiceChannelFor } from './voice-channel.ts';

type Parts = { ctx: Ctx; channels: GuildChannelsReader };
type Request<Subject extends BotSubject> = z.output<(typeof botRequests)[Subject]['request']>;
type Handlers = { [Subject in BotSubject]: (request: Request<Subject>) => Promise<BotReply<Subject>> };

/** As many as fit into one message on the bus. */
const maxListedGuilds = 2_000;

/** Handles the portal's requests about guilds while the bot is connected; returns what stops that. */
export function handleBotRequests({ ctx, channels }: Parts, { client, isConnected }: Connected): () => void {
  const handlers: Handlers = {
    'bot.member': async ({ guildId, discordId }) => ({
      isMember: await isMember(requireGuild(client, guildId), discordId),
    }),
    'bot.voice': async ({ guildId, discordId }) => ({
      channel: await findVoiceChannelFor(channels, requireGuild(client, guildId), discordId),
    }),
    'bot.guilds': ({ guildIds }) => Promise.resolve({ guilds: listGuilds(client, guildIds) }),
    'bot.message': async ({ discordId, text }) => ({ isSent: await sendMessage(client, discordId, text) }),
    'bot.roles': ({ guildId }) => Promise.resolve({ roles: listRoles(requireGuild(client, guildId)) }),
  };
  const handle = <Subject extends BotSubject>(subject: Subject, data: unknown) => {
    const request = botRequests[subject].request.parse(data) as Request<Subject>;
    // The cached guilds may be out of date by now.
    if (!isConnected()) throw new Error('The bot is not connected to Discord.');
    return handlers[subject](request);
  };
  const subjects = Object.keys(handlers) as BotSubject[];
  const stops = subjects.map((subject) => ctx.bus.respond(subject, async (data) => handle(subject, data)));
  return () => {
    for (const stop of stops) stop();
  };
}

function requireGuild(client: Client, guildId: string): Guild {
  const guild = client.guilds.cache.get(guildId);
  if (!guild?.available) throw new Error('The bot is not in this guild.');
  return guild;
}

function listGuilds(client: Client, guildIds: string[] | undefined): BotReply<'bot.guilds'>['guilds'] {
  const { cache } = client.guilds;
  const guilds = guildIds ? guildIds.flatMap((id) => cache.get(id) ?? []) : [...cache.values()];
  return guilds.slice(0, maxListedGuilds).map(toListed);
}

/** A guild that is unavailable at Discord may have no name. */
function toListed({ id, name, icon }: Guild): BotReply<'bot.guilds'>['guilds'][number] {
  return { id, name: typeof name === 'string' ? name : id, iconHash: icon ?? null };
}

/** Without those that everyone has, or that Discord gives to bots and supporters. */
function listRoles({ id: everyoneId, roles }: Guild): BotReply<'bot.roles'>['roles'] {
  const given = [...roles.cache.values()].filter(({ id, managed }) => id !== everyoneId && !managed);
  return given.toSorted((a, b) => b.comparePositionTo(a)).map(({ id, name }) => ({ id, name }));
}

async function sendMessage(client: Client, discordId: string, content: string): Promise<boolean> {
  try {
    const channel = await client.users.createDM(discordId);
    await channel.send({ content, allowedMentions: { parse: [] }, flags: MessageFlags.SuppressEmbeds });
    return true;
  } catch (error) {
    if (error instanceof DiscordAPIError && error.status < 500) return false;
    throw error;
  }
}

async function isMember(guild: Guild, discordId: string): Promise<boolean> {
  if (!/^\d{1,20}$/.test(discordId)) return false;
  try {
    await guild.members.fetch(discordId);
    return true;
  } catch (error) {
    const { UnknownMember, UnknownUser } = RESTJSONErrorCodes;
    if (error instanceof DiscordAPIError && [UnknownMember, UnknownUser].includes(Number(error.code))) return false;
    throw error;
  }
}
