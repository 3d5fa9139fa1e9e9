import { DiscordAPIError, RESTJSONErrorCodes, type Client, type Guild } from 'discord.js';
import type * as z from 'zod';
import type { Ctx } from '../context.ts';
import { botQuestions, type BotAnswer, type BotQuestion } from '../modules/discord/bot.service.ts';
import type { Connected } from './gateway/connection.ts';
import type { GuildChannelsReader } from './guild-channels.ts';
import { findVoiceChannel } from './voice-channel.ts';

type Parts = { ctx: Ctx; channels: GuildChannelsReader };
type Question<Subject extends BotQuestion> = z.output<(typeof botQuestions)[Subject]['question']>;
type Answers = { [Subject in BotQuestion]: (question: Question<Subject>) => Promise<BotAnswer<Subject>> };

/** As many as one message over the bus can carry. */
const maxListedGuilds = 2_000;

/** Responds to the portal's questions about guilds while the bot is connected. */
export function answerQuestions({ ctx, channels }: Parts, { client, isConnected }: Connected): () => void {
  const answers: Answers = {
    'bot.member': async ({ guildId, discordId }) => ({
      isMember: await isMember(requireGuild(client, guildId), discordId),
    }),
    'bot.voice': async ({ guildId, discordId }) => ({
      channel: await findVoiceChannel(channels, requireGuild(client, guildId), discordId),
    }),
    'bot.guilds': ({ guildIds }) => Promise.resolve({ guilds: listGuilds(client, guildIds) }),
  };
  const answer = <Subject extends BotQuestion>(subject: Subject, data: unknown) => {
    const question = botQuestions[subject].question.parse(data) as Question<Subject>;
    // What is known of a guild may be old by now.
    if (!isConnected()) throw new Error('The bot is not connected to Discord.');
    return answers[subject](question);
  };
  const subjects = Object.keys(answers) as BotQuestion[];
  const stops = subjects.map((subject) => ctx.bus.respond(subject, async (data) => answer(subject, data)));
  return () => {
    for (const stop of stops) stop();
  };
}

function requireGuild(client: Client, guildId: string): Guild {
  const guild = client.guilds.cache.get(guildId);
  if (!guild?.available) throw new Error('The bot is not in this guild.');
  return guild;
}

function listGuilds(client: Client, guildIds: string[] | undefined): BotAnswer<'bot.guilds'>['guilds'] {
  const { cache } = client.guilds;
  const guilds = guildIds ? guildIds.flatMap((id) => cache.get(id) ?? []) : [...cache.values()];
  return guilds.slice(0, maxListedGuilds).map(toListed);
}

/** One that Discord cannot reach now may have lost its name. */
function toListed({ id, name, icon }: Guild): BotAnswer<'bot.guilds'>['guilds'][number] {
  return { id, name: typeof name === 'string' ? name : id, iconHash: icon ?? null };
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
