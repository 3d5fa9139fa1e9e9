import { Client, GatewayIntentBits, Options } from 'discord.js';
import type { Config } from '../../config.ts';
import { askFairly } from './fair-waits.ts';
import type { Pacer } from './pacer.ts';
import { pacedStrategy } from './paced-strategy.ts';

const { Guilds, GuildMembers, GuildMessages, GuildVoiceStates, MessageContent } = GatewayIntentBits;

const longestWaitMs = 60_000;

/** The library's client, as this bot needs it; it stops trying for good when the signal says so. */
export function createGatewayClient(config: Config, pacer: Pacer, signal: AbortSignal): Client {
  return new Client({
    intents: [Guilds, GuildMembers, GuildMessages, GuildVoiceStates, MessageContent],
    // Whatever text finds its way into a message: it reaches nobody by name.
    allowedMentions: { parse: [] },
    shards: [0],
    shardCount: 1,
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      MessageManager: 0,
      ReactionManager: 0,
      PresenceManager: 0,
      GuildBanManager: 0,
      GuildInviteManager: 0,
      GuildScheduledEventManager: 0,
    }),
    ws: { buildStrategy: pacedStrategy(pacer, signal) },
    rest: {
      api: config.DISCORD_API_BASE,
      version: '10',
      timeout: 10_000,
      // The library would try again at once.
      retries: 0,
      makeRequest: askFairly,
      rejectOnRateLimit: ({ route, timeToReset }) => route.startsWith('/gateway') || timeToReset > longestWaitMs,
    },
  });
}
