import {
  Client,
  DefaultRestOptions,
  GatewayIntentBits,
  Options,
  SimpleShardingStrategy,
  WebSocketShardStatus,
  type RESTOptions,
  type WebSocketOptions,
} from 'discord.js';
import type { Config } from '../../config.ts';
import type { GatewayBackOff } from './back-off.ts';

type BuildStrategy = NonNullable<WebSocketOptions['buildStrategy']>;
type MakeRequest = RESTOptions['makeRequest'];

const { Guilds, GuildMembers, GuildMessages, GuildVoiceStates, MessageContent } = GatewayIntentBits;

const longestWaitMs = 60_000;
/** The library reconnects half a second after a connection ended; this is the rest of the second. */
const restOfSecondMs = 500;
/** Seconds that we accept in `retry-after`: less would soon mean too many calls, more helps nobody. */
const acceptedRetryAfterS = { min: 0.1, max: 60 };

/** The library's client, set up for this bot. It stops reconnecting for good when the signal aborts. */
export function createGatewayClient(config: Config, backOff: GatewayBackOff, signal: AbortSignal): Client {
  return new Client({
    intents: [Guilds, GuildMembers, GuildMessages, GuildVoiceStates, MessageContent],
    // Whatever text ends up in a message, it never pings anyone.
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
    ws: { buildStrategy: backOffStrategy(backOff, signal) },
    rest: {
      api: config.DISCORD_API_BASE,
      version: '10',
      timeout: 10_000,
      // The library would retry at once.
      retries: 0,
      makeRequest: requestWithSaneRetryAfter,
      rejectOnRateLimit: ({ route, timeToReset }) => route.startsWith('/gateway') || timeToReset > longestWaitMs,
    },
  });
}

/**
 * How the library connects to the gateway. On its own it reconnects half a second after every close, forever; here it
 * waits for the back-off first, and a client that has been stopped never gets to connect. An invalid gateway address
 * would end the process, because the library connects where nothing catches: it is refused here.
 */
function backOffStrategy(backOff: GatewayBackOff, signal: AbortSignal): BuildStrategy {
  return (manager) => {
    const simple = new SimpleShardingStrategy(manager);
    const readSession = manager.options.retrieveSessionInfo;
    let isFirst = true;
    const waitForNext = async () => {
      // The login has already waited for the first attempt.
      if (!isFirst) {
        backOff.holdOff(restOfSecondMs);
        await backOff.waitForNext(signal).catch(() => never);
      }
      isFirst = false;
      if (signal.aborted) await never;
    };
    // The library reads the session before it connects. Only then is a shard idle, or unknown after it was given up.
    manager.options.retrieveSessionInfo = async (id) => {
      const status = (await simple.fetchStatus()).get(id) ?? WebSocketShardStatus.Idle;
      if (status === WebSocketShardStatus.Idle) await waitForNext();
      const session = await readSession(id);
      return session && isSocketAddress(session.resumeURL) ? session : null;
    };
    return {
      spawn: async (ids) => {
        const { url } = await manager.fetchGatewayInformation();
        if (!isSocketAddress(url)) throw new Error('Discord returned no valid gateway address.');
        await simple.spawn(ids);
      },
      connect: () => simple.connect(),
      destroy: (options) => simple.destroy(options),
      send: (id, payload) => simple.send(id, payload),
      fetchStatus: () => simple.fetchStatus(),
    };
  };
}

const never = new Promise<never>(() => {});

function isSocketAddress(url: unknown): boolean {
  return typeof url === 'string' && URL.canParse(url) && /^wss?:$/.test(new URL(url).protocol);
}

/**
 * On a 429 without a usable `retry-after` (missing, or longer than a timer can count) the library retries at once, fifty
 * times a second and without end. Here such a response is a failure like any other.
 */
const requestWithSaneRetryAfter: MakeRequest = async (...request) => {
  const response = await DefaultRestOptions.makeRequest(...request);
  if (response.status !== 429) return response;
  const seconds = Number.parseFloat(response.headers.get('retry-after') ?? '');
  if (seconds >= acceptedRetryAfterS.min && seconds <= acceptedRetryAfterS.max) return response;
  await response.arrayBuffer();
  throw new Error('Discord asks the bot to wait, but for no sensible time.');
};
