import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import type { AgentEventData } from '@tribehall/contract/agent/agent.contract';
import type { Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { SemaphoreFullError } from '../../platform/semaphore.ts';
import { requireCluster } from '../clusters/clusters.service.ts';
import type { AfterCommit } from '../links/links.service.ts';
import { findSource, lockSource, type Source } from './audience.store.ts';
import { linePart, oneLine, speakerPart } from './chat-text.ts';
import * as store from './chat.store.ts';
import { keepServerLine, requireSource, toMessage, type Line, type Message } from './lines.service.ts';
import { planRelay, relayWithinMs, type Say } from './relay.service.ts';

type Page = ReplyOutput<'GET /ark/servers/{id}/chat'>;
type PageQuery = PartOutput<'GET /ark/servers/{id}/chat', 'query'>;
type LineEvent = { at: Date; ageMs: number; data: AgentEventData<'chat.line'> };

const pageSize = 50;
const deleteAtOnce = 5_000;
const dayMs = 24 * 60 * 60 * 1000;

/** The newest lines, oldest first. */
export async function serverChat(ctx: Ctx, serverId: string): Promise<Message[]> {
  return (await serverPage(ctx, serverId, {})).messages.toReversed();
}

export async function clusterChat(ctx: Ctx, clusterId: string): Promise<Message[]> {
  return (await clusterPage(ctx, clusterId, {})).messages.toReversed();
}

export async function serverPage(ctx: Ctx, serverId: string, query: PageQuery): Promise<Page> {
  const { clusterId } = requireSource(await findSource(ctx.db, serverId));
  return readPage(ctx, { serverId, clusterId }, query);
}

export async function clusterPage(ctx: Ctx, clusterId: string, query: PageQuery): Promise<Page> {
  await requireCluster(ctx, clusterId);
  return readPage(ctx, { clusterId }, query);
}

async function readPage(ctx: Ctx, place: store.Place, { search, before }: PageQuery): Promise<Page> {
  if (search?.includes('\0')) throw fieldError('BAD_REQUEST', 'search', 'Control characters are not allowed.');
  const filter = { search, before: before === undefined ? undefined : BigInt(before) };
  const find = () => store.findLines(ctx.db, place, filter, pageSize + 1);
  const rows = await (search ? inTurn(ctx, find) : find());
  return { messages: rows.slice(0, pageSize).map(toMessage), hasMore: rows.length > pageSize };
}

async function inTurn<T>(ctx: Ctx, search: () => Promise<T>): Promise<T> {
  try {
    return await ctx.state.chat.searches.run(search);
  } catch (error) {
    if (!(error instanceof SemaphoreFullError)) throw error;
    throw new AppError('UNAVAILABLE', 'Too many people search at once. Please try again.', { retryAfterS: 2 }, error);
  }
}

/**
 * Takes in a line of the game chat, inside the transaction of the event. `ageMs`: how long ago it was said.
 * Only what a player says just now goes on to others: lines of the server are often ones that we had said there.
 */
export async function applyLine(ctx: Ctx, serverId: string, event: LineEvent): Promise<AfterCommit | undefined> {
  const source = await lockSource(ctx.db, serverId, 'share');
  const line = toLine(event);
  if (!source || line.text === '') return undefined;
  const isLive = line.kind === 'player' && event.ageMs < relayWithinMs;
  await keepServerLine(ctx, source, line, { isLive });
  return isLive ? planRelay(ctx, source, toSay(source, line)) : undefined;
}

function toLine({ at, data }: LineEvent): Line {
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

function toSay(source: Source, line: Line): Say {
  const tribeName = linePart(line.tribe ?? '') || undefined;
  return { prefix: linePart(source.name), name: speakerPart(line), tribeName, text: line.text };
}

/** Removes what is older than chat is kept, a part at a time, so that nobody waits for the whole. */
export async function removeOldLines(ctx: Ctx): Promise<void> {
  const limit = new Date(ctx.clock().getTime() - ctx.config.CHAT_DAYS * dayMs);
  let removed = deleteAtOnce;
  while (removed === deleteAtOnce) removed = await store.deleteLinesBefore(ctx.db, limit, deleteAtOnce);
}
