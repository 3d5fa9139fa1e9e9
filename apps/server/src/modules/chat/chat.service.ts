import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import type { AgentEventData } from '@tribehall/contract/agent/agent.contract';
import type { Ctx } from '../../context.ts';
import { fieldError, toBusyError } from '../../errors.ts';
import { requireCluster } from '../clusters/clusters.service.ts';
import { isMuted } from '../sanctions/mutes.service.ts';
import type { PostCommitWork } from '../agents/agent-handlers.service.ts';
import { findSource, lockSources, type Source, type SubscribedSource } from './audience.store.ts';
import { findCommand } from './chat-commands.service.ts';
import { toLabel, oneLine, speakerLabel } from './chat-text.ts';
import * as store from './chat.store.ts';
import { storeServerMessages, requireSource, toMessage, type Message, type NewMessage } from './messages.service.ts';
import { planRelay, relayWithinMs, startRelay, type GameMessage } from './relay.service.ts';

type Page = ReplyOutput<'GET /ark/servers/{id}/chat'>;
type PageQuery = PartOutput<'GET /ark/servers/{id}/chat', 'query'>;
type MessageEvent = { serverId: string; at: Date; ageMs: number; data: AgentEventData<'chat.line'> };

const pageSize = 50;
const deleteAtOnce = 5_000;
const dayMs = 24 * 60 * 60 * 1000;

/** The newest messages, oldest first. */
export async function serverChat(ctx: Ctx, serverId: string): Promise<Message[]> {
  return (await serverPage(ctx, serverId, {}, '')).messages.toReversed();
}

export async function clusterChat(ctx: Ctx, clusterId: string): Promise<Message[]> {
  return (await clusterPage(ctx, clusterId, {}, '')).messages.toReversed();
}

/** `userId`: whose share of the searches it takes. */
export async function serverPage(ctx: Ctx, serverId: string, query: PageQuery, userId: string): Promise<Page> {
  const { clusterId } = requireSource(await findSource(ctx.db, serverId));
  return readPage(ctx, { serverId, clusterId }, query, userId);
}

export async function clusterPage(ctx: Ctx, clusterId: string, query: PageQuery, userId: string): Promise<Page> {
  await requireCluster(ctx, clusterId);
  return readPage(ctx, { clusterId }, query, userId);
}

/** What a player said, newest first. Where that may be seen is for the caller to decide. */
export function playerPage(ctx: Ctx, scope: store.PlayerScope, query: PageQuery, userId: string): Promise<Page> {
  return readPage(ctx, scope, query, userId);
}

async function readPage(
  ctx: Ctx,
  scope: store.ChatScope,
  { search, before }: PageQuery,
  userId: string,
): Promise<Page> {
  if (search?.includes('\0')) throw fieldError('BAD_REQUEST', 'search', 'Control characters are not allowed.');
  const filter = { search, before: before === undefined ? undefined : BigInt(before) };
  const find = () => store.findMessages(ctx.db, scope, filter, pageSize + 1);
  const rows = await (search ? bounded(ctx, userId, find) : find());
  return { messages: rows.slice(0, pageSize).map(toMessage), hasMore: rows.length > pageSize };
}

async function bounded<T>(ctx: Ctx, userId: string, search: () => Promise<T>): Promise<T> {
  try {
    return await ctx.state.chat.searches.run(userId, search);
  } catch (error) {
    throw toBusyError(error, {
      share: 'You have too many searches open.',
      all: 'Too many people are searching right now. Please try again.',
    });
  }
}

type GivenMessage = { source: SubscribedSource; message: NewMessage; isLive: boolean; ageMs: number };

/**
 * Stores messages of the game's chat, in the events' transaction. `ageMs`: how long ago one was sent. Only recent
 * messages of players are relayed: messages of the server itself are often ones that the portal sent there. Commands are
 * carried out instead.
 */
export async function applyMessages(ctx: Ctx, events: readonly MessageEvent[]): Promise<PostCommitWork[]> {
  const sources = await lockSources(ctx.db, new Set(events.map(({ serverId }) => serverId)));
  const written = events.flatMap((event): GivenMessage[] => {
    const source = sources.get(event.serverId);
    const message = toNewMessage(event);
    if (!source || message.text === '') return [];
    const { ageMs } = event;
    if (isMuted(ctx, message.playerId ?? null, { serverId: source.id, clusterId: source.clusterId }))
      return [{ source: withoutOthers(source), message, isLive: false, ageMs }];
    return [{ source, message, isLive: message.kind === 'player' && ageMs < relayWithinMs, ageMs }];
  });
  const given = written.filter(({ message }) => !findCommand(ctx.state.chat.commands, message));
  await storeServerMessages(ctx, given);
  const relayed = given.filter(({ isLive }) => isLive);
  const targets = await planRelay(
    ctx,
    relayed.map(({ source, message }) => ({ source, message: toGameMessage(source, message) })),
  );
  const work = given.length === written.length ? [] : await runCommands(ctx, written);
  // As targets get their messages in order by themselves, it does not matter whose event starts their delivery.
  const [first] = given;
  if (!first || targets.length === 0) return work;
  return [...work, { serverId: first.source.id, run: async (ctx) => startRelay(ctx, targets) }];
}

async function runCommands(ctx: Ctx, written: readonly GivenMessage[]): Promise<PostCommitWork[]> {
  const work: PostCommitWork[] = [];
  for (const { source, message, ageMs } of written) {
    const command = findCommand(ctx.state.chat.commands, message);
    const run = await command?.run(ctx, { server: source, speaker: message, text: command.text, ageMs });
    if (run) work.push({ serverId: source.id, run });
  }
  return work;
}

/** What muted players write stays on their server, and in the logs of its own guilds. */
function withoutOthers(source: SubscribedSource): SubscribedSource {
  return { ...source, clusterId: null, guilds: source.guilds.filter(({ kind }) => kind === 'log') };
}

function toNewMessage({ at, data }: MessageEvent): NewMessage {
  return {
    at,
    kind: data.kind,
    playerId: data.playerId ?? null,
    name: oneLine(data.name),
    survivor: data.survivor === undefined ? null : oneLine(data.survivor),
    tribe: data.tribe === undefined ? null : oneLine(data.tribe),
    text: oneLine(data.text),
  };
}

function toGameMessage(source: Source, message: NewMessage): GameMessage {
  const tribeName = toLabel(message.tribe ?? '') || undefined;
  return { prefix: toLabel(source.name), name: speakerLabel(message), tribeName, text: message.text };
}

/** Applies the retention of chat, in batches, so that nothing is locked for long. */
export async function removeOldMessages(ctx: Ctx): Promise<void> {
  const limit = new Date(ctx.clock().getTime() - ctx.config.CHAT_DAYS * dayMs);
  let removed = deleteAtOnce;
  while (removed === deleteAtOnce) removed = await store.deleteMessagesBefore(ctx.db, limit, deleteAtOnce);
}
