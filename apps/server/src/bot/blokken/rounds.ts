import type { Message } from 'discord.js';
import type { Ctx } from '../../context.ts';
import { endRound, readRunningRounds, startRound, type Round } from '../../modules/blokken/rounds.service.ts';
import { solvedSubject, solveInChannel, type SolvedMessage } from '../../modules/blokken/solve.service.ts';
import type { ReadyClient } from '../gateway/connection.ts';
import { harmlessName } from '../harmless-text.ts';

/** The running rounds of Blokken. */
export type Rounds = {
  /** Starts a round and returns the announcement. */
  start: (channel: { guildId: string; channelId: string }) => Promise<string>;
  onMessage: (message: Message<true>) => Promise<void>;
  stop: () => void;
};

type Watched = { round: Round; timer: NodeJS.Timeout };

/** Runs rounds in channels, including those that were running when the bot last stopped. */
export function createRounds(ctx: Ctx, client: ReadyClient): Rounds {
  const watched = new Map<string, Watched>();
  const warn = (what: string) => (err: unknown) => ctx.log.warn({ err }, what);
  const send = async ({ guildId, channelId }: Round, content: string) => {
    const channel = client.guilds.cache.get(guildId)?.channels.cache.get(channelId);
    if (channel?.isSendable()) await channel.send({ content, allowedMentions: { parse: [] } });
  };
  const forget = ({ id, channelId }: Round) => {
    const known = watched.get(channelId);
    if (known?.round.id !== id) return;
    clearTimeout(known.timer);
    watched.delete(channelId);
  };
  const end = async (round: Round) => {
    forget(round);
    if (await endRound(ctx, round.id)) await send(round, `Time's up. The word was **${round.word}**.`);
  };
  const watch = (round: Round) => {
    const remainingMs = Math.max(0, round.endsAt.getTime() - ctx.clock().getTime());
    const over = () => void end(round).catch(warn('A round of Blokken could not be ended'));
    clearTimeout(watched.get(round.channelId)?.timer);
    watched.set(round.channelId, { round, timer: setTimeout(over, remainingMs) });
  };
  const announceSolved = (round: Round, by: string, answer: string) => {
    forget(round);
    const meant = answer === round.word ? '' : ` The word was **${round.word}**.`;
    return send(round, `${harmlessName(by)} got it: **${answer}**!${meant}`);
  };
  const unsubscribe = ctx.bus.subscribe(solvedSubject, (data) => {
    const { id, by, answer } = data as SolvedMessage;
    const solved = [...watched.values()].find(({ round }) => round.id === id);
    if (solved)
      announceSolved(solved.round, by, answer).catch(warn('A solved round of Blokken could not be announced'));
  });
  readRunningRounds(ctx).then(
    (rounds) => rounds.filter(({ channelId }) => !watched.has(channelId)).forEach(watch),
    warn('Running rounds of Blokken could not be resumed'),
  );
  return {
    start: async (channel) => {
      const round = await startRound(ctx, channel);
      watch(round);
      return `Blokken! Which word has these letters? **${round.letters.split('').join(' ').toUpperCase()}**\nYou have 3 minutes. Post it here.`;
    },
    onMessage: async (message) => {
      if (!watched.has(message.channelId)) return;
      const solved = await solveInChannel(ctx, message.channelId, message.content, message.author.id);
      if (!solved) return;
      const name = message.member?.displayName ?? message.author.displayName;
      await announceSolved(solved.round, name, solved.answer);
    },
    stop: () => {
      unsubscribe();
      for (const { timer } of watched.values()) clearTimeout(timer);
      watched.clear();
    },
  };
}
