import { DiscordAPIError, DiscordjsError, DiscordjsErrorCodes, GatewayCloseCodes, RateLimitError } from 'discord.js';

/** Why the bot is not connected, in words, and how long it is no use to try again. */
export type GatewayProblem = { words: string; waitMs: number };

/** Until someone has changed a setting. */
const settingMs = 5 * 60_000;

const wrongToken = 'Discord refuses the bot token. DISCORD_BOT_TOKEN has to be the token of the bot.';
const wrongIntents =
  "Discord refuses the bot's intents. Turn on Server Members Intent and Message Content Intent in the developer portal.";

export const awayProblem: GatewayProblem = {
  words: 'Discord cannot be reached. The bot tries again by itself.',
  waitMs: 0,
};

/** The gateway closed for good. */
export function closeProblem(given: number): GatewayProblem {
  const code: GatewayCloseCodes = given;
  if (code === GatewayCloseCodes.AuthenticationFailed) return { words: wrongToken, waitMs: settingMs };
  const isIntents = code === GatewayCloseCodes.DisallowedIntents || code === GatewayCloseCodes.InvalidIntents;
  if (isIntents) return { words: wrongIntents, waitMs: settingMs };
  return { words: `Discord closed the connection of the bot (code ${code}).`, waitMs: settingMs };
}

/** A login failed. */
export function loginProblem(error: unknown): GatewayProblem {
  const isToken =
    (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid) ||
    (error instanceof DiscordAPIError && error.status === 401);
  if (isToken) return { words: wrongToken, waitMs: settingMs };
  if (error instanceof RateLimitError)
    return {
      words: 'Discord asks the bot to wait. It tries again by itself.',
      waitMs: Math.max(error.timeToReset, error.retryAfter),
    };
  return awayProblem;
}
