import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import { NotSentError, sendCommand } from '../agents/agents.service.ts';
import { requireUnmuted } from '../sanctions/mutes.service.ts';
import { takeAttempt } from '../sessions/attempts.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import * as audience from './audience.store.ts';
import { oneLine, speakerLabel } from './chat-text.ts';
import { clusterVoice, isBot, refuseBotWithoutTraffic, voicesOn, type Voice } from './chat.policy.ts';
import { storeClusterMessage, storeServerMessages, requireSource, type NewMessage } from './messages.service.ts';
import { planRelay, planRetry, startRelay, type GameMessage } from './relay.service.ts';

type Given = PartOutput<'POST /ark/servers/{id}/sendChatMessage', 'body'>;
type Sent = ReplyOutput<'POST /ark/clusters/{id}/chat'>;

/** On whose behalf it is sent, and for the bot: from which guild. */
type Origin = { instigator?: string | undefined; guildId?: string | undefined };

/** Sends a message to one server and stores it only if that worked, so that the chat shows only messages that were seen. */
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
  await requireUnmuted(ctx, caller, { serverId, clusterId: server.clusterId });
  const { here, elsewhere, isBorrowed } = await voicesOn(ctx, caller, server, given);
  await countMessage(ctx, caller, here);
  await sendCommand(ctx, serverId, 'chat.say', { ...toGameMessage(here, text), instigator: origin.instigator });
  const relay = await inTransaction(ctx, async (ctx) => {
    const source = requireSource((await audience.lockSources(ctx.db, [serverId])).get(serverId));
    const playerId = isBorrowed ? null : (origin.instigator ?? here.playerId);
    await storeMessage(ctx, source, toNewMessage(ctx, caller, { ...here, playerId }, text), origin);
    if (isBorrowed) await recordName(ctx, caller, server, here.name);
    return planRelay(ctx, [{ source, message: toGameMessage(elsewhere, text) }], { isFromBot: isBot(caller) });
  });
  startRelay(ctx, relay);
}

/** A message from Discord goes to all servers that share their chat, so it is stored for the cluster. */
async function storeMessage(
  ctx: Ctx,
  source: audience.SubscribedSource,
  message: NewMessage,
  { guildId }: Origin,
): Promise<void> {
  const reach = { isLive: true, fromGuildId: guildId };
  const { clusterId, sharesClusterChat } = source;
  if (message.kind !== 'discord' || clusterId === null || !sharesClusterChat) {
    await storeServerMessages(ctx, [{ source, message, ...reach }]);
    return;
  }
  await storeClusterMessage(ctx, clusterId, message, reach);
}

async function recordName(ctx: Ctx, caller: Caller, server: audience.Source, playerName: string): Promise<void> {
  const details = { serverId: server.id, playerName };
  await record(ctx, caller, { action: 'chat.name', target: server.name, outcome: 'done', details });
}

/**
 * Sends a message to every connected server of a cluster. It counts as sent once one of them has shown it; for servers
 * that are offline it waits in the outbox for a while.
 */
export async function sendToCluster(
  ctx: Ctx,
  caller: Caller,
  clusterId: string,
  message: string,
  origin: Pick<Origin, 'guildId'> = {},
): Promise<Sent> {
  const text = requireText(message);
  await requireUnmuted(ctx, caller, { serverId: null, clusterId });
  const voice = await clusterVoice(ctx, caller, clusterId);
  await countMessage(ctx, caller, voice);
  const servers = await audience.findServersOf(ctx.db, clusterId);
  const targets = servers.filter((server) => server.hasBotTraffic || !isBot(caller));
  const sent = toGameMessage(voice, text);
  const outcomes = await trySendingToAll(
    ctx,
    targets.map(({ id }) => id),
    sent,
  );
  const reached = outcomes.filter((outcome) => outcome === 'sent').length;
  const missed = targets.filter((_, index) => outcomes[index] === 'not-sent').map(({ id }) => id);
  if (reached === 0) throw new AppError('SERVER_OFFLINE', 'None of the servers in this cluster can be reached.');
  return inTransaction(ctx, async (ctx) => {
    if (!(await audience.lockCluster(ctx.db, clusterId))) throw new AppError('NOT_FOUND', 'There is no such cluster.');
    const reach = { isLive: true, fromGuildId: origin.guildId };
    const stored = await storeClusterMessage(ctx, clusterId, toNewMessage(ctx, caller, voice, text), reach);
    await planRetry(ctx, missed, sent);
    return { message: stored, reached, servers: servers.length };
  });
}

type Outcome = 'sent' | 'not-sent' | 'unknown';

/** One server that shows it is enough; only if none can be reached, they get a moment to connect again. */
async function trySendingToAll(ctx: Ctx, serverIds: string[], message: GameMessage): Promise<Outcome[]> {
  const sendAll = (isRetrying: boolean) =>
    Promise.all(serverIds.map((id) => trySending(ctx, id, message, { isRetrying })));
  const outcomes = await sendAll(true);
  return outcomes.every((outcome) => outcome === 'not-sent') ? sendAll(false) : outcomes;
}

async function trySending(
  ctx: Ctx,
  serverId: string,
  message: GameMessage,
  options: { isRetrying: boolean },
): Promise<Outcome> {
  try {
    await sendCommand(ctx, serverId, 'chat.say', message, options);
    return 'sent';
  } catch (error) {
    return error instanceof NotSentError ? 'not-sent' : 'unknown';
  }
}

function requireText(message: string): string {
  const text = oneLine(message);
  if (text === '') throw fieldError('BAD_REQUEST', 'message', 'Enter a message.');
  return text;
}

/** The bot sends for many people; each of them has the same limit. */
async function countMessage(ctx: Ctx, caller: Caller, voice: Voice): Promise<void> {
  await takeAttempt(ctx, 'chat-user', isBot(caller) ? `${caller.userId} ${voice.name}` : caller.userId);
}

function toGameMessage({ name, survivor, prefix, prefixColor, tribeName, icon, isAdmin }: Voice, text: string) {
  return { text, name: speakerLabel({ name, survivor }), prefix, prefixColor, tribeName, icon, isAdmin };
}

function toNewMessage(ctx: Ctx, caller: Caller, voice: Voice, text: string): NewMessage {
  const { kind, playerId, name, survivor, tribeName = null } = voice;
  return { at: ctx.clock(), kind, playerId, userId: caller.userId, name, survivor, tribe: tribeName, text };
}
