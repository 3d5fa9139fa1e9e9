import { Events, type Message } from 'discord.js';
import type { Ctx } from '../context.ts';
import type { ReadyClient } from './gateway/connection.ts';

type Listen = (message: Message<true>) => Promise<void>;

/** Hands on what people write in guilds; what bots, webhooks and Discord itself write is no talk. */
export function listenToMessages(ctx: Ctx, client: ReadyClient, listeners: readonly Listen[]): void {
  client.on(Events.MessageCreate, (message) => {
    if (!message.inGuild() || message.author.bot || message.webhookId !== null || message.system) return;
    for (const listen of listeners)
      listen(message).catch((err: unknown) => ctx.log.warn({ err }, 'A message on Discord could not be taken in'));
  });
}
