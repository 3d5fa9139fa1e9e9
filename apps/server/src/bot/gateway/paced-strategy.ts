import { SimpleShardingStrategy, WebSocketShardStatus, type WebSocketOptions } from 'discord.js';
import type { Pacer } from './pacer.ts';

type BuildStrategy = NonNullable<WebSocketOptions['buildStrategy']>;

/** The library asks half a second after the last connection ended. */
const restOfSecondMs = 500;

/**
 * How the library reaches the gateway. By itself it comes back half a second after every close, for ever; here it asks
 * the pacer first, and one that is no longer wanted never gets its turn. An address that is none would end the process:
 * the library connects where nobody catches.
 */
export function pacedStrategy(pacer: Pacer, signal: AbortSignal): BuildStrategy {
  return (manager) => {
    const simple = new SimpleShardingStrategy(manager);
    const readSession = manager.options.retrieveSessionInfo;
    let isFirst = true;
    const takeTurn = async () => {
      // Whoever logs in has had the turn already.
      if (!isFirst) {
        pacer.holdOff(restOfSecondMs);
        await pacer.turn(signal).catch(() => never);
      }
      isFirst = false;
      if (signal.aborted) await never;
    };
    // The library reads the session before it connects; a shard is idle only then, and unknown once it was given up.
    manager.options.retrieveSessionInfo = async (id) => {
      const status = (await simple.fetchStatus()).get(id) ?? WebSocketShardStatus.Idle;
      if (status === WebSocketShardStatus.Idle) await takeTurn();
      const session = await readSession(id);
      return session && isSocketAddress(session.resumeURL) ? session : null;
    };
    return {
      spawn: async (ids) => {
        const { url } = await manager.fetchGatewayInformation();
        if (!isSocketAddress(url)) throw new Error('Discord named no address of its gateway.');
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
