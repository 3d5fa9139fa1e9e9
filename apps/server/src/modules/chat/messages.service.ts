import type { ReplyOutput } from '@tribehall/contract';
import { chatMessage } from '@tribehall/contract/chat.contract';
import * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { publishLive } from '../events/events.service.ts';
import * as audience from './audience.store.ts';
import * as store from './chat.store.ts';

export type Message = ReplyOutput<'GET /ark/servers/{id}/chat'>['messages'][number];

/** A message, on a server or in a cluster. */
export type NewMessage = Pick<
  store.NewMessageRow,
  'at' | 'kind' | 'playerId' | 'userId' | 'name' | 'survivor' | 'tribe' | 'text'
>;

/** `isLive`: sent just now; only such a message is relayed into other conversations. */
type Reach = { isLive: boolean; fromGuildId?: string | undefined };

/** A message as published for the bot, with the guilds that log it and those that relay it. */
export type MessageForDiscord = {
  serverId: string | null;
  clusterId: string | null;
  message: z.input<typeof chatMessage>;
  loggingGuilds: string[];
  relayGuilds: string[];
};

export const discordSubject = 'chat.discord';

/** The server, or NOT_FOUND. */
export function requireSource<Found extends audience.Source>(source: Found | undefined): Found {
  if (!source) throw new AppError('NOT_FOUND', 'There is no such server.');
  return source;
}

/** A message on a server. */
export type ServerMessage = { source: audience.SubscribedSource; message: NewMessage } & Reach;

/** Stores messages on servers and publishes them to everyone who reads that chat or subscribed to it. */
export async function storeServerMessages(ctx: Ctx, given: readonly ServerMessage[]): Promise<void> {
  const rows = await store.insertMessages(
    ctx.db,
    given.map(({ source, message }) => ({ ...message, serverId: source.id, clusterId: source.clusterId })),
  );
  for (const [index, row] of rows.entries()) {
    const sent = given[index];
    if (!sent) continue;
    const { id: serverId, name, clusterId, guilds } = sent.source;
    const message = toMessage({ ...row, serverName: name });
    publishLive(ctx, 'chat.server', 'added', message, serverId);
    if (clusterId !== null) publishLive(ctx, 'chat.cluster', 'added', message, clusterId);
    publishToBot(ctx, { serverId, clusterId, message, guilds }, sent);
  }
}

/** Stores a message to a whole cluster, once; it appears in the chat of each of its servers. */
export async function storeClusterMessage(
  ctx: Ctx,
  clusterId: string,
  given: NewMessage,
  reach: Reach,
): Promise<Message> {
  const [row] = await store.insertMessages(ctx.db, [{ ...given, serverId: null, clusterId }]);
  if (!row) throw new Error('The insert returned no row');
  const message = toMessage({ ...row, serverName: null });
  publishLive(ctx, 'chat.cluster', 'added', message, clusterId);
  for (const { id } of await audience.findServersOf(ctx.db, clusterId))
    publishLive(ctx, 'chat.server', 'added', message, id);
  const guilds = await audience.findGuildsOfCluster(ctx.db, clusterId, { areSharing: given.kind === 'discord' });
  publishToBot(ctx, { serverId: null, clusterId, message, guilds }, reach);
  return message;
}

export function toMessage(row: store.MessageRow): Message {
  const { at, kind, playerId, userId, name, survivor, tribe, text } = row;
  const server = row.serverId === null ? null : { id: row.serverId, name: row.serverName ?? '' };
  return { id: String(row.id), at, kind, server, playerId, userId, name, survivor, tribe, text };
}

type Published = Pick<MessageForDiscord, 'serverId' | 'clusterId'> & { message: Message; guilds: audience.GuildRow[] };

function publishToBot(
  ctx: Ctx,
  { serverId, clusterId, message, guilds }: Published,
  { isLive, fromGuildId }: Reach,
): void {
  // If its guild is unknown, any guild could get its own message back.
  if (message.kind === 'discord' && fromGuildId === undefined) return;
  const subscribed = (kind: audience.GuildKind) =>
    guilds.filter((guild) => guild.kind === kind && guild.guildId !== fromGuildId).map((guild) => guild.guildId);
  const loggingGuilds = subscribed('log');
  const relayGuilds = isLive ? subscribed('relay') : [];
  if (loggingGuilds.length + relayGuilds.length === 0) return;
  const encoded = z.encode(chatMessage, message);
  const forDiscord: MessageForDiscord = { serverId, clusterId, message: encoded, loggingGuilds, relayGuilds };
  ctx.bus.publish(discordSubject, forDiscord);
}
