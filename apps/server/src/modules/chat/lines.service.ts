import type { ReplyOutput } from '@tribehall/contract';
import { chatMessage } from '@tribehall/contract/chat.contract';
import * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { publishLive } from '../events/events.service.ts';
import * as audience from './audience.store.ts';
import * as store from './chat.store.ts';

export type Message = ReplyOutput<'GET /ark/servers/{id}/chat'>['messages'][number];

/** What is said, wherever that is. */
export type Line = Pick<
  store.NewLineRow,
  'at' | 'kind' | 'playerId' | 'userId' | 'name' | 'survivor' | 'tribe' | 'text'
>;

/** `isLive`: said just now by someone; only such a line is worth carrying into other conversations. */
type Reach = { isLive: boolean; fromGuildId?: string | undefined };

/** What the bot hears of a line: whose log channel it belongs into, and whose conversation it goes on in. */
export type DiscordLine = {
  serverId: string | null;
  clusterId: string | null;
  message: z.input<typeof chatMessage>;
  loggingGuilds: string[];
  relayGuilds: string[];
};

export const discordSubject = 'chat.discord';

/** The server of a line, or NOT_FOUND. */
export function requireSource(source: audience.Source | undefined): audience.Source {
  if (!source) throw new AppError('NOT_FOUND', 'There is no such server.');
  return source;
}

/** Keeps a line said on a server and tells everyone who reads it or asked for it. */
export async function keepServerLine(ctx: Ctx, source: audience.Source, line: Line, reach: Reach): Promise<Message> {
  const { id: serverId, clusterId } = source;
  const row = await store.insertLine(ctx.db, { ...line, serverId, clusterId });
  const message = toMessage({ ...row, serverName: source.name });
  publishLive(ctx, 'chat.server', 'added', message, serverId);
  if (clusterId !== null) publishLive(ctx, 'chat.cluster', 'added', message, clusterId);
  const guilds = source.hasBotTraffic ? await audience.findGuildsOfServer(ctx.db, source) : [];
  publishToBot(ctx, { serverId, clusterId, message, guilds }, reach);
  return message;
}

/** Keeps a line said to a whole cluster, once; it is in the chat of each of its servers. */
export async function keepClusterLine(ctx: Ctx, clusterId: string, line: Line, reach: Reach): Promise<Message> {
  const row = await store.insertLine(ctx.db, { ...line, serverId: null, clusterId });
  const message = toMessage({ ...row, serverName: null });
  publishLive(ctx, 'chat.cluster', 'added', message, clusterId);
  for (const { id } of await audience.findServersOf(ctx.db, clusterId))
    publishLive(ctx, 'chat.server', 'added', message, id);
  const guilds = await audience.findGuildsOfCluster(ctx.db, clusterId, { areSharing: line.kind === 'discord' });
  publishToBot(ctx, { serverId: null, clusterId, message, guilds }, reach);
  return message;
}

export function toMessage(row: store.LineRow): Message {
  const { at, kind, playerId, userId, name, survivor, tribe, text } = row;
  const server = row.serverId === null ? null : { id: row.serverId, name: row.serverName ?? '' };
  return { id: String(row.id), at, kind, server, playerId, userId, name, survivor, tribe, text };
}

type Heard = Pick<DiscordLine, 'serverId' | 'clusterId'> & { message: Message; guilds: audience.GuildRow[] };

function publishToBot(ctx: Ctx, { serverId, clusterId, message, guilds }: Heard, { isLive, fromGuildId }: Reach): void {
  // Not knowing which guild it came from, any of them could hear it a second time.
  if (message.kind === 'discord' && fromGuildId === undefined) return;
  const asked = (kind: audience.GuildKind) =>
    guilds.filter((guild) => guild.kind === kind && guild.guildId !== fromGuildId).map((guild) => guild.guildId);
  const loggingGuilds = asked('log');
  const relayGuilds = isLive ? asked('relay') : [];
  if (loggingGuilds.length + relayGuilds.length === 0) return;
  const encoded = z.encode(chatMessage, message);
  const line: DiscordLine = { serverId, clusterId, message: encoded, loggingGuilds, relayGuilds };
  ctx.bus.publish(discordSubject, line);
}
