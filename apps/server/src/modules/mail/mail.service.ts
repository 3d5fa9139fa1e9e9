import { randomUUID } from 'node:crypto';
import type { ReplyOutput } from '@tribehall/contract';
import { mailListLimit } from '@tribehall/contract/shared/limits';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import { notify, withdraw } from '../notifications/notifications.service.ts';
import { readInstigator, type PlayerTarget } from '../players/instigator.service.ts';
import { findName, isOnline } from '../players/players.service.ts';
import { requireServer } from '../servers/servers.service.ts';
import { takeAttempt } from '../sessions/attempts.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { deliverNow, publishMail, toMail } from './delivery.service.ts';
import * as store from './mail.store.ts';

type Sent = ReplyOutput<'POST /ark/servers/{id}/mail'>;

export type MailContent = { subject: string; body: string };

const maxWaiting = 50;
const pageSize = 50;

/** Stores the mail, then delivers it if the player is online; otherwise it waits. */
export async function send(ctx: Ctx, caller: Caller, target: PlayerTarget, content: MailContent): Promise<Sent> {
  const { serverId, playerId } = target;
  refuseUnstorable(content);
  const server = await requireServer(ctx, serverId);
  const instigator = await readInstigator(ctx, caller, serverId, target.instigator);
  await takeAttempt(ctx, 'mail-sender', caller.userId);
  const mail = { serverId, playerId, ...content, instigator: instigator ?? null };
  const row = await storeMail(ctx, caller, server.name, mail);
  return { mailId: row.id, state: await deliverStored(ctx, row) };
}

/**
 * Mail that belongs to something else, in its transaction. Returns how to deliver it after the commit. Who may send it is for
 * the calling module to decide.
 */
export async function post(
  ctx: Ctx,
  caller: Caller,
  target: store.Target,
  content: MailContent,
): Promise<(ctx: Ctx) => Promise<unknown>> {
  refuseUnstorable(content);
  const server = await requireServer(ctx, target.serverId);
  const row = await storeMail(ctx, caller, server.name, { ...target, ...content, instigator: null });
  return (ctx) => deliverStored(ctx, row);
}

async function deliverStored(ctx: Ctx, { id, serverId, playerId }: store.MailRow): Promise<Sent['state']> {
  try {
    return (await isOnline(ctx, serverId, playerId)) ? await deliverNow(ctx, id) : 'waiting';
  } catch (err) {
    // It is stored: whatever went wrong, the next round delivers it.
    ctx.log.warn({ err, mailId: id }, 'A new mail could not be delivered at once');
    return 'waiting';
  }
}

export async function listSent(
  ctx: Ctx,
  caller: Caller,
  serverId: string,
): Promise<ReplyOutput<'GET /ark/servers/{id}/mail'>> {
  await requireServer(ctx, serverId);
  return (await store.findSent(ctx.db, caller.userId, serverId, mailListLimit)).map(toMail);
}

type MailPage = ReplyOutput<'GET /ark/players/{playerId}/mail'>;

/** Mail to a player, newest first. Who may see it is for the caller to decide. */
export async function listMailTo(
  ctx: Ctx,
  playerId: string,
  sight: store.MailSight,
  cursor: string | undefined,
): Promise<MailPage> {
  const before = cursor === undefined ? undefined : readCursor(cursor);
  const limit = pageSize + 1;
  const rows = await store.findMailTo(ctx.db, playerId, sight, { before, limit });
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    mails: shown.map((row) => ({
      ...toMail(row),
      server: { id: row.serverId, name: row.serverName },
      sender: row.senderName,
      isYours: row.senderId === sight.senderId,
    })),
    next: last && rows.length > pageSize ? `${last.sentAt.getTime()}_${last.id}` : null,
  };
}

type NewMail = NonNullable<ReplyOutput<'GET /home'>['away']>['mail'];

/** Mail of others to a user's own characters since then. */
export async function readNewMail(
  ctx: Ctx,
  userId: string,
  { playerIds, from }: { playerIds: readonly string[]; from: Date },
): Promise<NewMail> {
  const newest = await store.findNewTo(ctx.db, playerIds, { from, exceptSenderId: userId });
  if (!newest) return { count: 0, latest: null };
  const { total, senderName: sender, subject, playerId, sentAt } = newest;
  return { count: total, latest: { sender, subject, playerId, sentAt } };
}

function readCursor(text: string): store.MailCursor {
  const at = text.indexOf('_');
  return { sentAt: new Date(Number(text.slice(0, at))), id: text.slice(at + 1) };
}

/** Only the sender can, and only while it waits. */
export async function takeBack(ctx: Ctx, caller: Caller, serverId: string, mailId: string): Promise<void> {
  const server = await requireServer(ctx, serverId);
  const mail = await store.findMail(ctx.db, mailId);
  if (mail?.senderId !== caller.userId || mail.serverId !== serverId)
    throw new AppError('NOT_FOUND', 'There is no such mail.');
  await inTransaction(ctx, async (ctx) => {
    if (!(await store.deleteWaiting(ctx.db, mailId)))
      throw new AppError('CONFLICT', "This mail can't be withdrawn anymore: it has been sent or has failed.");
    await withdraw(ctx, notificationKey(mail));
    await recordMail(ctx, caller, 'mail.takeBack', server.name, mail);
  });
}

type MailToStore = store.Target & MailContent & { instigator: string | null };

async function storeMail(ctx: Ctx, caller: Caller, serverName: string, mail: MailToStore): Promise<store.MailRow> {
  return inTransaction(ctx, async (ctx) => {
    await store.lockSender(ctx.db, caller.userId);
    if ((await store.countUndelivered(ctx.db, caller.userId, mail.serverId)) >= maxWaiting)
      throw new AppError(
        'TOO_MANY_REQUESTS',
        `You already have ${maxWaiting} mails waiting on this server. Wait until some are delivered, or withdraw some.`,
      );
    const row = await store.insertMail(ctx.db, {
      ...mail,
      id: randomUUID(),
      senderId: caller.userId,
      senderName: caller.username,
      playerName: await nameOf(ctx, caller, mail),
      state: 'waiting',
      sentAt: ctx.clock(),
    });
    publishMail(ctx, row);
    await notifyRecipients(ctx, row);
    await recordMail(ctx, caller, 'mail.send', serverName, row);
    return row;
  });
}

const notificationKey = ({ id }: store.MailRow) => `mail ${id}`;

/** Those whose character it is; not someone who writes to their own. */
async function notifyRecipients(ctx: Ctx, mail: store.MailRow): Promise<void> {
  const { playerId, senderId, senderName, subject } = mail;
  await notify(ctx, await store.findOwners(ctx.db, playerId, { exceptUserId: senderId }), {
    kind: 'mail',
    key: notificationKey(mail),
    text: `Mail from ${senderName}`,
    detail: subject,
    path: `/arkbot/players/${encodeURIComponent(playerId)}?view=mail`,
  });
}

/** Records that it was sent and to whom, but not its content, which is private. */
async function recordMail(
  ctx: Ctx,
  caller: Caller,
  action: string,
  serverName: string,
  { id, serverId, playerId, playerName, instigator }: store.MailRow,
): Promise<void> {
  const target = `${playerName} on ${serverName}`;
  const details = { mailId: id, serverId, playerId, ...(instigator ? { instigator } : {}) };
  await record(ctx, caller, { action, target, outcome: 'done', details });
}

async function nameOf(ctx: Ctx, caller: Caller, target: store.Target): Promise<string> {
  const known = await findName(ctx, target.serverId, target.playerId);
  return known ?? (await store.findEarlierName(ctx.db, caller.userId, target)) ?? target.playerId;
}

function refuseUnstorable(content: MailContent): void {
  for (const field of ['subject', 'body'] as const)
    if (content[field].includes('\0')) throw fieldError('BAD_REQUEST', field, 'NUL characters are not allowed.');
}
