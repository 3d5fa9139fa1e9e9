import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import { NotSentError, sendCommand } from '../links/links.service.ts';
import { takeAttempt } from '../sessions/attempts.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import * as audience from './audience.store.ts';
import { oneLine, speakerPart } from './chat-text.ts';
import { clusterVoice, isBot, refuseBotWithoutTraffic, voicesOn, type Voice } from './chat.policy.ts';
import { keepClusterLine, keepServerLine, requireSource, type Line } from './lines.service.ts';
import { planRelay, planRetry, type Say } from './relay.service.ts';

type Given = PartOutput<'POST /ark/servers/{id}/sendChatMessage', 'body'>;
type Said = ReplyOutput<'POST /ark/clusters/{id}/chat'>;

/** On whose behalf it is said, and for the bot: in which guild it was. */
type Origin = { instigator?: string | undefined; guildId?: string | undefined };

/** Says a line on one server, then keeps it: what nobody saw was not said. */
export async function sendChatMessage(
  ctx: Ctx,
  caller: Caller,
  serverId: string,
  given: Given,
  origin: Origin,
): Promise<void> {
  const text = requireText(given.message);
  const server = requireSource(await audience.findSource(ctx.db, serverId));
  refuseBotWithoutTraffic(caller, server);
  const { here, elsewhere, isBorrowed } = await voicesOn(ctx, caller, server, given);
  await countLine(ctx, caller, here);
  await sendCommand(ctx, serverId, 'chat.say', { ...toSay(here, text), instigator: origin.instigator });
  const relay = await inTransaction(ctx, async (ctx) => {
    const source = requireSource(await audience.lockSource(ctx.db, serverId, 'share'));
    const playerId = isBorrowed ? null : (origin.instigator ?? here.playerId);
    await keepLine(ctx, source, toLine(ctx, caller, { ...here, playerId }, text), origin);
    if (isBorrowed) await recordName(ctx, caller, server, here.name);
    return planRelay(ctx, source, toSay(elsewhere, text), { isFromBot: isBot(caller) });
  });
  await relay?.(ctx);
}

/** What comes from Discord is said to all servers that share their chat: it belongs to none of them. */
async function keepLine(ctx: Ctx, source: audience.Source, line: Line, { guildId }: Origin): Promise<void> {
  const reach = { isLive: true, fromGuildId: guildId };
  const { clusterId, sharesClusterChat } = source;
  if (line.kind !== 'discord' || clusterId === null || !sharesClusterChat) {
    await keepServerLine(ctx, source, line, reach);
    return;
  }
  await keepClusterLine(ctx, clusterId, line, reach);
}

async function recordName(ctx: Ctx, caller: Caller, server: audience.Source, playerName: string): Promise<void> {
  const details = { serverId: server.id, playerName };
  await record(ctx, caller, { action: 'chat.name', target: server.name, outcome: 'done', details });
}

/**
 * Says a line on every connected server of a cluster. It counts as said where one of them showed it; for those that are
 * away it waits a while.
 */
export async function sayToCluster(
  ctx: Ctx,
  caller: Caller,
  clusterId: string,
  message: string,
  origin: Pick<Origin, 'guildId'> = {},
): Promise<Said> {
  const text = requireText(message);
  const voice = await clusterVoice(ctx, caller, clusterId);
  await countLine(ctx, caller, voice);
  const servers = await audience.findServersOf(ctx.db, clusterId);
  const targets = servers.filter((server) => server.hasBotTraffic || !isBot(caller));
  const say = toSay(voice, text);
  const outcomes = await Promise.all(targets.map(({ id }) => trySaying(ctx, id, say)));
  const reached = outcomes.filter((outcome) => outcome === 'said').length;
  const missed = targets.filter((_, index) => outcomes[index] === 'not-sent').map(({ id }) => id);
  if (reached === 0) throw new AppError('SERVER_OFFLINE', 'No server of this cluster can be reached.');
  return inTransaction(ctx, async (ctx) => {
    if (!(await audience.lockCluster(ctx.db, clusterId))) throw new AppError('NOT_FOUND', 'There is no such cluster.');
    const reach = { isLive: true, fromGuildId: origin.guildId };
    const kept = await keepClusterLine(ctx, clusterId, toLine(ctx, caller, voice, text), reach);
    await planRetry(ctx, missed, say);
    return { message: kept, reached, servers: servers.length };
  });
}

async function trySaying(ctx: Ctx, serverId: string, say: Say): Promise<'said' | 'not-sent' | 'unknown'> {
  try {
    await sendCommand(ctx, serverId, 'chat.say', say);
    return 'said';
  } catch (error) {
    return error instanceof NotSentError ? 'not-sent' : 'unknown';
  }
}

function requireText(message: string): string {
  const text = oneLine(message);
  if (text === '') throw fieldError('BAD_REQUEST', 'message', 'A message has something to read in it.');
  return text;
}

/** The bot speaks for many, each of whom has the same limit. */
async function countLine(ctx: Ctx, caller: Caller, voice: Voice): Promise<void> {
  await takeAttempt(ctx, 'chat-user', isBot(caller) ? `${caller.userId} ${voice.name}` : caller.userId);
}

function toSay({ name, survivor, prefix, prefixColor, tribeName, icon, isAdmin }: Voice, text: string) {
  return { text, name: speakerPart({ name, survivor }), prefix, prefixColor, tribeName, icon, isAdmin };
}

function toLine(ctx: Ctx, caller: Caller, voice: Voice, text: string): Line {
  const { kind, playerId, name, survivor, tribeName = null } = voice;
  return { at: ctx.clock(), kind, playerId, userId: caller.userId, name, survivor, tribe: tribeName, text };
}
