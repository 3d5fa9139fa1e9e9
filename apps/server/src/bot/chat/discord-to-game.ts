import type { Message } from 'discord.js';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { findConversationsOf } from '../../modules/chat/relay.service.ts';
import type { GuildChannelsReader } from '../guild-channels.ts';
import type { PortalClient } from '../portal-client.ts';
import { authorName, messageText } from './discord-message-text.ts';

type WaitingMessage = { guildId: string; name: string; text: string; at: number };

type Parts = { ctx: Ctx; channels: GuildChannelsReader; portal: PortalClient };

/** Messages of one guild that wait while the portal is slow; older ones are of no use in a conversation. */
const maxWaiting = 50;
const tooOldMs = 60_000;

/** Sends what people write in a guild's relay channel to the game. */
export function relayDiscordToGame(parts: Parts): (message: Message<true>) => Promise<void> {
  const queues = new Map<string, WaitingMessage[]>();
  const drain = async (guildId: string, queue: WaitingMessage[]) => {
    for (let message = queue[0]; message; message = queue[0]) {
      await relay(parts, message).catch((err: unknown) =>
        parts.ctx.log.warn({ err }, 'A Discord message could not be relayed to the game'),
      );
      queue.shift();
    }
    queues.delete(guildId);
  };
  return async (message) => {
    const { guildId } = message;
    const { relayChannelId } = await parts.channels.read(guildId);
    if (message.channelId !== relayChannelId) return;
    const text = messageText(message);
    if (text === '') return;
    const waiting = { guildId, name: authorName(message), text, at: performance.now() };
    const queue = queues.get(guildId);
    if (queue) {
      queue.push(waiting);
      // The first one is being sent.
      if (queue.length > maxWaiting) queue.splice(1, 1);
      return;
    }
    const started = [waiting];
    queues.set(guildId, started);
    void drain(guildId, started);
  };
}

async function relay({ ctx, portal }: Parts, { guildId, name, text, at }: WaitingMessage): Promise<void> {
  if (performance.now() - at > tooOldMs) return;
  const message = { message: text, playerName: name, prefix: 'Discord', guildId };
  const conversations = await findConversationsOf(ctx, guildId);
  await Promise.all(
    conversations.map(async (servers) => {
      for (const serverId of servers) if (await isDone(ctx, portal, serverId, message)) return;
    }),
  );
}

/** Whether the message was sent, or must not be tried on the next server of the cluster. */
async function isDone(
  ctx: Ctx,
  portal: PortalClient,
  serverId: string,
  message: Parameters<PortalClient['sendChatMessage']>[1],
): Promise<boolean> {
  try {
    await portal.sendChatMessage(serverId, message);
    return true;
  } catch (err) {
    ctx.log.warn({ err, serverId }, 'A Discord message did not reach a game server');
    return !(err instanceof AppError && err.code === 'SERVER_OFFLINE');
  }
}
