import type { ErrorCode, topics } from '@tribehall/contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { publishLive } from '../events/events.service.ts';
import { sendCommand } from '../links/links.service.ts';
import { isConnected } from '../servers/servers.service.ts';
import * as store from './mail.store.ts';

type Mail = z.output<(typeof topics)['mail.sent']['events']['changed']>;

const dayMs = 24 * 60 * 60 * 1000;
const waitsMs = 30 * dayMs;
/** Longer than any order takes: whoever had it in hand is gone. */
const claimHoldsMs = 60 * 1000;
/** So many at a time; the rest comes with the next round, so that nobody is flooded on joining. */
const mailsPerRound = 20;
const serversAtOnce = 8;

/** What else goes wrong may be over soon, and the key keeps a mail from coming twice; but some things never end. */
const maxTries = 20;

/** Nobody is there: the mail waits. */
const away: ReadonlySet<ErrorCode> = new Set(['PLAYER_OFFLINE', 'SERVER_OFFLINE']);
/** Trying again would not help. */
const lasting: ReadonlySet<ErrorCode> = new Set(['NOT_SUPPORTED', 'BAD_REQUEST']);

/** Delivers to players who just came online; those who read other events are not kept waiting. */
export function deliverOnJoin(ctx: Ctx, serverId: string, playerIds: string[]): Promise<void> {
  void deliverAll(ctx, serverId, playerIds);
  return Promise.resolve();
}

/** Delivers what waits for players who are online: what was left over by a lost line, a restart or a full round. */
export async function deliverWaiting(ctx: Ctx): Promise<void> {
  await store.releaseClaims(ctx.db, new Date(ctx.clock().getTime() - claimHoldsMs));
  const targets = await store.findDeliverable(ctx.db);
  const queue = createSemaphore({ parallel: serversAtOnce, waiting: Infinity });
  const rounds = targets.map(({ serverId, playerIds }) =>
    queue.run(async () => {
      if (await isConnected(ctx, serverId)) await deliverAll(ctx, serverId, playerIds);
    }),
  );
  await Promise.all(rounds);
}

/** Gives up on what waited too long. */
export async function expireWaiting(ctx: Ctx): Promise<void> {
  const sentBefore = new Date(ctx.clock().getTime() - waitsMs);
  const reason = 'The player did not come online within 30 days.';
  for (const row of await store.failWaitingSince(ctx.db, sentBefore, reason)) publishMail(ctx, row);
}

/** Tries one mail now, if it still waits, and answers what became of it. */
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
    for (const playerId of await store.findAwaited(ctx.db, serverId, playerIds))
      await deliverTo(ctx, { serverId, playerId });
  } catch (err) {
    ctx.log.warn({ err, serverId }, 'Mail could not be delivered');
  }
}

/** Oldest first. One that fails does not hold up the others, unless the player is not there at all. */
async function deliverTo(ctx: Ctx, target: store.Target): Promise<void> {
  const failing: string[] = [];
  for (let round = 0; round < mailsPerRound; round += 1) {
    const claim = await store.claimMail(ctx.db, { ...target, except: failing }, ctx.clock());
    const row = claim && (await deliver(ctx, claim));
    const isAway = row?.state === 'waiting' && row.tries === claim?.tries;
    if (!row || isAway) return;
    if (row.state === 'waiting') failing.push(row.id);
  }
}

async function deliver(ctx: Ctx, claim: store.MailRow): Promise<store.MailRow | undefined> {
  const row = await store.settleMail(ctx.db, claim, await whisper(ctx, claim));
  if (row && row.state !== 'waiting') publishMail(ctx, row);
  return row;
}

async function whisper(ctx: Ctx, mail: store.MailRow): Promise<store.Settled> {
  const { id, serverId, playerId, instigator } = mail;
  const text = `Mail from ${mail.senderName}: ${oneLine(mail.subject)} — ${oneLine(mail.body)}`;
  try {
    await sendCommand(ctx, serverId, 'players.whisper', {
      playerId,
      text,
      key: id,
      ...(instigator ? { instigator } : {}),
    });
    return { state: 'delivered', deliveredAt: ctx.clock() };
  } catch (error) {
    if (error instanceof AppError) return settleFailure(mail, error);
    throw error;
  }
}

function settleFailure(mail: store.MailRow, error: AppError): store.Settled {
  if (away.has(error.code)) return { state: 'waiting' };
  const tries = mail.tries + 1;
  if (tries < maxTries && !lasting.has(error.code)) return { state: 'waiting', tries };
  return { state: 'failed', tries, reason: oneLine(error.message).slice(0, 200) };
}

/** A line break or a mark that turns the reading direction would let a mail pass for another sender's. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\p{Bidi_Control}/gu, '')
    .trim();
}
