import type { ErrorCode, topics } from '@tribehall/contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { publishLive } from '../events/events.service.ts';
import { retrying, sendCommand } from '../agents/agents.service.ts';
import { isConnected } from '../servers/servers.service.ts';
import * as store from './mail.store.ts';

type Mail = z.output<(typeof topics)['mail.sent']['events']['changed']>;

const dayMs = 24 * 60 * 60 * 1000;
const expireAfterMs = 30 * dayMs;
/** Longer than any command takes: then the process that claimed a mail has died. */
const claimLastsMs = 60 * 1000;
/** The rest comes with the next round, so that nobody is flooded on joining. */
const mailsPerRound = 20;
const serversAtOnce = 8;

/** Other failures may be temporary, and the idempotency key prevents duplicates; but some never end. */
const maxAttempts = 20;

/** Nobody is online: the mail waits. */
const offlineCodes: ReadonlySet<ErrorCode> = new Set(['PLAYER_OFFLINE', 'SERVER_OFFLINE']);
/** A retry would not help. */
const permanentCodes: ReadonlySet<ErrorCode> = new Set(['NOT_SUPPORTED', 'BAD_REQUEST']);

/** Delivers to players who just came online, in the background: the agent's next events do not wait for it. */
export function deliverOnJoin(ctx: Ctx, serverId: string, playerIds: string[]): Promise<void> {
  void deliverAll(ctx, serverId, playerIds);
  return Promise.resolve();
}

/** Delivers mail that still waits for online players, after a lost connection, a restart or a full round. */
export async function deliverWaiting(ctx: Ctx): Promise<void> {
  await store.releaseClaims(ctx.db, new Date(ctx.clock().getTime() - claimLastsMs));
  const targets = await store.findDeliverable(ctx.db);
  const queue = createSemaphore({ parallel: serversAtOnce, waiting: Infinity });
  const rounds = targets.map(({ serverId, playerIds }) =>
    queue.run(async () => {
      if (await isConnected(ctx, serverId)) await deliverAll(ctx, serverId, playerIds);
    }),
  );
  await Promise.all(rounds);
}

/** Marks mail that waited too long as failed. */
export async function expireWaiting(ctx: Ctx): Promise<void> {
  const sentBefore = new Date(ctx.clock().getTime() - expireAfterMs);
  const reason = 'The player did not come online within 30 days.';
  for (const row of await store.failWaitingSince(ctx.db, sentBefore, reason)) publishMail(ctx, row);
}

/** Tries to deliver a mail now, if it still waits; returns its state. */
export async function deliverNow(ctx: Ctx, mailId: string): Promise<Mail['state']> {
  const claim = await store.claimMail(ctx.db, { id: mailId }, ctx.clock());
  const row = claim ? await deliver(ctx, claim) : await store.findMail(ctx.db, mailId);
  return row ? toMail(row).state : 'waiting';
}

export function publishMail(ctx: Ctx, row: store.MailRow): void {
  publishLive(ctx, 'mail.sent', 'changed', toMail(row), row.senderId);
}

export function toMail(row: store.MailRow): Mail {
  const { id, serverId, playerId, playerName, subject, body, reason, sentAt, deliveredAt } = row;
  const state = row.state === 'delivering' ? 'waiting' : row.state;
  return { id, serverId, playerId, playerName, subject, body, state, reason, sentAt, deliveredAt };
}

async function deliverAll(ctx: Ctx, serverId: string, playerIds: string[]): Promise<void> {
  try {
    for (const playerId of await store.findRecipients(ctx.db, serverId, playerIds))
      await deliverTo(ctx, { serverId, playerId });
  } catch (err) {
    ctx.log.warn({ err, serverId }, 'Mail could not be delivered');
  }
}

/** Oldest first. A failing mail does not hold up the others, unless the player is offline. */
async function deliverTo(ctx: Ctx, target: store.Target): Promise<void> {
  const failing: string[] = [];
  for (let round = 0; round < mailsPerRound; round += 1) {
    const claim = await store.claimMail(ctx.db, { ...target, except: failing }, ctx.clock());
    const row = claim && (await deliver(ctx, claim));
    const isOffline = row?.state === 'waiting' && row.attempts === claim?.attempts;
    if (!row || isOffline) return;
    if (row.state === 'waiting') failing.push(row.id);
  }
}

async function deliver(ctx: Ctx, claim: store.MailRow): Promise<store.MailRow | undefined> {
  const row = await store.applyOutcome(ctx.db, claim, await whisper(ctx, claim));
  if (row && row.state !== 'waiting') publishMail(ctx, row);
  return row;
}

async function whisper(ctx: Ctx, mail: store.MailRow): Promise<store.MailOutcome> {
  const { id, serverId, playerId, instigator } = mail;
  const text = `Mail from ${mail.senderName}: ${oneLine(mail.subject)} — ${oneLine(mail.body)}`;
  try {
    const params = { playerId, text, key: id, ...(instigator ? { instigator } : {}) };
    await sendCommand(ctx, serverId, 'players.whisper', params, retrying);
    return { state: 'delivered', deliveredAt: ctx.clock() };
  } catch (error) {
    if (error instanceof AppError) return toFailure(mail, error);
    throw error;
  }
}

function toFailure(mail: store.MailRow, error: AppError): store.MailOutcome {
  if (offlineCodes.has(error.code)) return { state: 'waiting' };
  const attempts = mail.attempts + 1;
  if (attempts < maxAttempts && !permanentCodes.has(error.code)) return { state: 'waiting', attempts };
  return { state: 'failed', attempts, reason: oneLine(error.message).slice(0, 200) };
}

/** Line breaks or direction marks could make a mail look like another sender's. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\p{Bidi_Control}/gu, '')
    .trim();
}
