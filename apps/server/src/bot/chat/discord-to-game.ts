import type { Message } from 'discord.js';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { findConversationsOf } from '../../modules/chat/discord.service.ts';
import type { GuildChannelsReader } from '../guild-channels.ts';
import type { PortalClient } from '../portal-client.ts';
import { messageText, speakerName } from './message-text.ts';

type Spoken = { guildId: string; name: string; text: string; at: number };

type Parts = { ctx: Ctx; channels: GuildChannelsReader; portal: PortalClient };

/** Lines of one guild that wait while the portal is slow; a conversation has no use for older ones. */
const maxWaiting = 50;
const tooOldMs = 60_000;

/** Says in the game what people write in a guild's relay channel. */
export function relayDiscordToGame(parts: Parts): (message: Message<true>) => Promise<void> {
  const queues = new Map<string, Spoken[]>();
  const carry = async (guildId: string, queue: Spoken[]) => {
    for (let spoken = queue[0]; spoken; spoken = queue[0]) {
      await say(parts, spoken).catch((err: unknown) => parts.ctx.log.warn({ err }, 'A line did not reach the game'));
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
    const spoken = { guildId, name: speakerName(message), text, at: performance.now() };
    const queue = queues.get(guildId);
    if (queue) {
      queue.push(spoken);
      // The first one is being said.
      if (queue.length > maxWaiting) queue.splice(1, 1);
      return;
    }
    const started = [spoken];
    queues.set(guildId, started);
    void carry(guildId, started);
  };
}

async function say({ ctx, portal }: Parts, { guildId, name, text, at }: Spoken): Promise<void> {
  if (performance.now() - at > tooOldMs) return;
  const speech = { message: text, playerName: name, prefix: 'Discord', guildId };
  const conversations = await findConversationsOf(ctx, guildId);
  await Promise.all(
    conversations.map(async (servers) => {
      for (const serverId of servers) if (await isSaid(ctx, portal, serverId, speech)) return;
    }),
  );
}

/** Whether it was said, or is not to be said again on the next server of the cluster. */
async function isSaid(
  ctx: Ctx,
  portal: PortalClient,
  serverId: string,
  speech: Parameters<PortalClient['sendChatMessage']>[1],
): Promise<boolean> {
  try {
    await portal.sendChatMessage(serverId, speech);
    return true;
  } catch (err) {
    ctx.log.warn({ err, serverId }, 'A line of Discord was not said in the game');
    return !(err instanceof AppError && err.code === 'SERVER_OFFLINE');
  }
}
