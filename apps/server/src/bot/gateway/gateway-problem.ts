import { DiscordAPIError, DiscordjsError, DiscordjsErrorCodes, GatewayCloseCodes, RateLimitError } from 'discord.js';

/** Why the bot is not connected, as shown to people, and for how long retrying is pointless. */
export type GatewayProblem = { message: string; waitMs: number };

/** Someone has to change a setting first. */
const settingMs = 5 * 60_000;

const wrongToken = 'Discord rejected the bot token. Check DISCORD_BOT_TOKEN.';
const wrongIntents =
  "Discord rejected the bot's intents. Turn on Server Members Intent and Message Content Intent in the Discord developer portal.";

export const unreachableProblem: GatewayProblem = {
  message: "The bot can't reach Discord right now. It keeps trying.",
  waitMs: 0,
};

/** The gateway closed for good. */
export function closeProblem(given: number): GatewayProblem {
  const code: GatewayCloseCodes = given;
  if (code === GatewayCloseCodes.AuthenticationFailed) return { message: wrongToken, waitMs: settingMs };
  const isIntents = code === GatewayCloseCodes.DisallowedIntents || code === GatewayCloseCodes.InvalidIntents;
  if (isIntents) return { message: wrongIntents, waitMs: settingMs };
  return { message: `Discord closed the bot's connection (code ${code}).`, waitMs: settingMs };
}

export function loginProblem(error: unknown): GatewayProblem {
  const isToken =
    (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid) ||
    (error instanceof DiscordAPIError && error.status === 401);
  if (isToken) return { message: wrongToken, waitMs: settingMs };
  if (error instanceof RateLimitError)
    return {
      message: 'Discord is rate limiting the bot. It will reconnect as soon as Discord allows it.',
      waitMs: Math.max(error.timeToReset, error.retryAfter),
    };
  return unreachableProblem;
}
