import { DiscordAPIError, RESTJSONErrorCodes, type Guild } from 'discord.js';
import type { Ctx } from '../context.ts';
import { botQuestions, type BotAnswer, type BotQuestion } from '../modules/discord/bot.service.ts';
import type { Connected } from './gateway/connection.ts';
import type { GuildChannelsReader } from './guild-channels.ts';
import { findVoiceChannel } from './voice-channel.ts';

type Parts = { ctx: Ctx; channels: GuildChannelsReader };
type Answers = { [Subject in BotQuestion]: (guild: Guild, discordId: string) => Promise<BotAnswer<Subject>> };

/** Answers the portal's questions about a guild while the bot is connected. */
export function answerQuestions({ ctx, channels }: Parts, { client, isConnected }: Connected): () => void {
  const answers: Answers = {
    'bot.member': async (guild, discordId) => ({ isMember: await isMember(guild, discordId) }),
    'bot.voice': async (guild, discordId) => ({ channel: await findVoiceChannel(channels, guild, discordId) }),
  };
  const subjects = Object.keys(answers) as BotQuestion[];
  const stops = subjects.map((subject) =>
    ctx.bus.respond(subject, async (data) => {
      const { guildId, discordId } = botQuestions[subject].question.parse(data);
      // What is known of a guild may be old by now.
      if (!isConnected()) throw new Error('The bot is not connected to Discord.');
      const guild = client.guilds.cache.get(guildId);
      if (!guild?.available) throw new Error('The bot is not in this guild.');
      return answers[subject](guild, discordId);
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
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
