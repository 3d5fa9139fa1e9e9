import type { Ctx } from '../../context.ts';
import { findServersOfGuild } from './audience.store.ts';

/**
 * Where something said in a guild's relay channel is to be heard: each inner list is one conversation, of which the
 * first server that can be reached is enough. The servers of a cluster carry it on among themselves.
 */
export async function findConversationsOf(ctx: Ctx, guildId: string): Promise<string[][]> {
  const conversations = new Map<string, string[]>();
  for (const { id, clusterId, sharesClusterChat } of await findServersOfGuild(ctx.db, guildId)) {
    const key = clusterId !== null && sharesClusterChat ? `cluster ${clusterId}` : `server ${id}`;
    conversations.set(key, [...(conversations.get(key) ?? []), id]);
  }
  return [...conversations.values()];
}
