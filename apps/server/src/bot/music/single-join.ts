import type { DiscordGatewayAdapterCreator } from '@discordjs/voice';

/**
 * Lets one request to join through, and any to leave. The library joins again by itself, at once and without end, when
 * the voice server closes; refused, it says that it is disconnected and leaves the rest to us.
 */
export function singleJoin(create: DiscordGatewayAdapterCreator): DiscordGatewayAdapterCreator {
  return (methods) => {
    const adapter = create(methods);
    let hasJoined = false;
    return {
      ...adapter,
      sendPayload: (payload: { d?: { channel_id?: string | null } }) => {
        const isJoin = payload.d?.channel_id !== null;
        if (isJoin && hasJoined) return false;
        hasJoined ||= isJoin;
        return adapter.sendPayload(payload);
      },
    };
  };
}
