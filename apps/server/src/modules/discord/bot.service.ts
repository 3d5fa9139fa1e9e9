import * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { BusAwayError, BusTimeoutError, NoResponderError } from '../../platform/bus/bus.ts';

/** What the bot is asked over the bus, by subject. It runs in this process, in another one, or not at all. */
export const botQuestions = {
  /** Whether a Discord account is a member of a guild. */
  'bot.member': {
    question: z.object({ guildId: z.string(), discordId: z.string() }),
    answer: z.object({ isMember: z.boolean() }),
  },
  /** The voice channel in which music would play for someone; null where there is none. */
  'bot.voice': {
    question: z.object({ guildId: z.string(), discordId: z.string() }),
    answer: z.object({ channel: z.object({ id: z.string(), name: z.string() }).nullable() }),
  },
  /** The guilds that the bot is in: those with these ids, or all. */
  'bot.guilds': {
    question: z.object({ guildIds: z.array(z.string()).optional() }),
    answer: z.object({
      guilds: z.array(z.object({ id: z.string(), name: z.string(), iconHash: z.string().nullable() })),
    }),
  },
} as const;

export type BotQuestion = keyof typeof botQuestions;
export type BotAnswer<Subject extends BotQuestion> = z.output<(typeof botQuestions)[Subject]['answer']>;

const answerWithinMs = 3000;

/** Asks the bot; undefined where it is not there, not connected to Discord, or does not know. */
export async function askBot<Subject extends BotQuestion>(
  ctx: Ctx,
  subject: Subject,
  question: z.input<(typeof botQuestions)[Subject]['question']>,
): Promise<BotAnswer<Subject> | undefined> {
  try {
    const answer = await ctx.bus.request(subject, question, answerWithinMs);
    return botQuestions[subject].answer.safeParse(answer).data as BotAnswer<Subject> | undefined;
  } catch (err) {
    const isAway = [NoResponderError, BusTimeoutError, BusAwayError].some((kind) => err instanceof kind);
    if (!isAway) ctx.log.warn({ err, subject }, 'The bot could not answer');
    return undefined;
  }
}
