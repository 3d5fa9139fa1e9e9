import type { Message } from 'discord.js';
import type { Ctx } from '../../context.ts';
import {
  endRound,
  readRunningRounds,
  solveRound,
  startRound,
  type Round,
} from '../../modules/blokken/rounds.service.ts';
import type { ReadyClient } from '../gateway/connection.ts';
import { harmlessName } from '../harmless-text.ts';

/** The rounds of Blokken that run. */
export type Rounds = {
  /** Starts one; answers what is said of it. */
  start: (place: { guildId: string; channelId: string }) => Promise<string>;
  hear: (message: Message<true>) => Promise<void>;
  stop: () => void;
};

/** Runs rounds in channels, also those that an earlier start of the bot left running. */
export function createRounds(ctx: Ctx, client: ReadyClient): Rounds {
  const timers = new Map<string, NodeJS.Timeout>();
  const tell = async ({ guildId, channelId }: Round, content: string) => {
    const channel = client.guilds.cache.get(guildId)?.channels.cache.get(channelId);
    if (channel?.isSendable()) await channel.send({ content, allowedMentions: { parse: [] } });
  };
  const end = async (id: string, channelId: string) => {
    timers.delete(channelId);
    const round = await endRound(ctx, id);
    if (round) await tell(round, `Time is up. The word was **${round.word}**.`);
  };
  const watch = ({ id, channelId, endsAt }: Round) => {
    const leftMs = Math.max(0, endsAt.getTime() - ctx.clock().getTime());
    const over = () => {
      end(id, channelId).catch((err: unknown) => ctx.log.warn({ err }, 'A round of Blokken could not be ended'));
    };
    timers.set(channelId, setTimeout(over, leftMs));
  };
  readRunningRounds(ctx).then(
    (rounds) => rounds.filter(({ channelId }) => !timers.has(channelId)).forEach(watch),
    (err: unknown) => ctx.log.warn({ err }, 'Rounds of Blokken were not taken up again'),
  );
  return {
    start: async (place) => {
      const round = await startRound(ctx, place);
      watch(round);
      return `Blokken! Which word has these letters? **${round.letters.split('').join(' ').toUpperCase()}**\nYou have 3 minutes. Write the word here.`;
    },
    hear: async (message) => {
      if (!timers.has(message.channelId)) return;
      const round = await solveRound(ctx, message.channelId, message.content, message.author.id);
      if (!round) return;
      clearTimeout(timers.get(message.channelId));
      timers.delete(message.channelId);
      const name = message.member?.displayName ?? message.author.displayName;
      await tell(round, `${harmlessName(name)} has it: **${round.word}**!`);
    },
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
