import * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { BusAwayError, BusTimeoutError, NoResponderError } from '../../platform/bus/bus.ts';

/** Requests to the bot over the bus, by subject. The bot runs in this process, in another one, or not at all. */
export const botRequests = {
  /** Whether a Discord account is a member of a guild. */
  'bot.member': {
    request: z.object({ guildId: z.string(), discordId: z.string() }),
    reply: z.object({ isMember: z.boolean() }),
  },
  /** The voice channel in which music would play for someone; null if there is none. */
  'bot.voice': {
    request: z.object({ guildId: z.string(), discordId: z.string() }),
    reply: z.object({ channel: z.object({ id: z.string(), name: z.string() }).nullable() }),
  },
  /** The guilds that the bot is in, all or only these. */
  'bot.guilds': {
    request: z.object({ guildIds: z.array(z.string()).optional() }),
    reply: z.object({
      guilds: z.array(z.object({ id: z.string(), name: z.string(), iconHash: z.string().nullable() })),
    }),
  },
  /** The roles of a guild that people can be given, the highest first. */
  'bot.roles': {
    request: z.object({ guildId: z.string() }),
    reply: z.object({ roles: z.array(z.object({ id: z.string(), name: z.string() })) }),
  },
  /** Writes to someone; false if Discord refuses it, such as for people who share no guild with the bot. */
  'bot.message': {
    request: z.object({ discordId: z.string(), text: z.string().max(2000) }),
    reply: z.object({ isSent: z.boolean() }),
  },
} as const;

export type BotSubject = keyof typeof botRequests;
export type BotReply<Subject extends BotSubject> = z.output<(typeof botRequests)[Subject]['reply']>;

const replyWithinMs = 3000;

/** Returns the bot's reply; undefined if the bot is not running, not connected to Discord, or does not know. */
export async function requestBot<Subject extends BotSubject>(
  ctx: Ctx,
  subject: Subject,
  request: z.input<(typeof botRequests)[Subject]['request']>,
): Promise<BotReply<Subject> | undefined> {
  try {
    const reply = await ctx.bus.request(subject, request, replyWithinMs);
    return botRequests[subject].reply.safeParse(reply).data as BotReply<Subject> | undefined;
  } catch (err) {
    const isAway = [NoResponderError, BusTimeoutError, BusAwayError].some((kind) => err instanceof kind);
    if (!isAway) ctx.log.warn({ err, subject }, 'The bot failed to reply');
    return undefined;
  }
}
