import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { notificationKinds, type NotificationKind } from '@tribehall/contract/shared/notification-kinds';
import { inTransaction, type Ctx } from '../../context.ts';
import { publishLive } from '../events/events.service.ts';
import * as store from './notifications.store.ts';

type Page = ReplyOutput<'GET /notifications'>;
type Notification = Page['notifications'][number];

/** `key` names what happened. `path` is a page of the portal. Texts may contain names that others chose. */
export type NewNotification = {
  kind: NotificationKind;
  key: string;
  text: string;
  detail?: string | null;
  path: string;
};

const maxOfUser = 200;
const retentionMs = 90 * 24 * 60 * 60 * 1000;
const pageSize = 30;
const usersPerStatement = 500;
const maxTextLength = 200;
const maxDetailLength = 300;

/** Tells the process that delivers to read the outbox. */
export const deliverySubject = (channel: 'discord' | 'push') => `notifications.${channel}`;

/**
 * Notifies these users, in the transaction of what happened. Idempotent: nobody is notified of the same key twice. Whoever
 * did it is not among them; the caller sees to that.
 */
export async function notify(ctx: Ctx, userIds: readonly string[], given: NewNotification): Promise<void> {
  // In one order, so that two of these cannot wait for each other.
  const sorted = [...new Set(userIds)].toSorted((a, b) => (a < b ? -1 : 1));
  if (sorted.length === 0) return;
  const row = {
    ...given,
    text: oneLine(given.text, maxTextLength),
    detail: given.detail ? oneLine(given.detail, maxDetailLength) : null,
    createdAt: ctx.clock(),
  };
  await inTransaction(ctx, async (ctx) => {
    for (let start = 0; start < sorted.length; start += usersPerStatement)
      await notifySome(ctx, sorted.slice(start, start + usersPerStatement), row);
  });
}

async function notifySome(
  ctx: Ctx,
  userIds: readonly string[],
  row: Parameters<typeof store.insertFor>[2],
): Promise<void> {
  const added = await store.insertFor(ctx.db, userIds, row);
  if (added.length === 0) return;
  const reached = added.map(({ userId }) => userId);
  const pushByDefault = notificationKinds[row.kind].push;
  const ids = added.map(({ id }) => id);
  const channels = await store.insertDeliveries(ctx.db, { ids, dueAt: ctx.clock(), pushByDefault });
  await store.deleteBeyond(ctx.db, reached, maxOfUser);
  const unread = await store.countUnread(ctx.db, reached);
  for (const one of added) {
    const event = { unread: unread.get(one.userId) ?? 0, notification: toNotification(one) };
    publishLive(ctx, 'notifications', 'added', event, one.userId);
  }
  for (const channel of channels) ctx.bus.publish(deliverySubject(channel), {}, deliverySubject(channel));
}

/** Removes what is no longer true, such as mail that was withdrawn. */
export async function withdraw(ctx: Ctx, key: string): Promise<void> {
  const readers = await store.deleteByKey(ctx.db, key);
  if (readers.length === 0) return;
  const unread = await store.countUnread(ctx.db, readers);
  for (const userId of readers)
    publishLive(ctx, 'notifications', 'changed', { unread: unread.get(userId) ?? 0 }, userId);
}

export async function list(ctx: Ctx, userId: string, before: string | undefined): Promise<Page> {
  const page = { before: before === undefined ? undefined : BigInt(before), limit: pageSize + 1 };
  const [rows, { unread }] = await Promise.all([store.findPage(ctx.db, userId, page), readUnread(ctx, userId)]);
  return { unread, notifications: rows.slice(0, pageSize).map(toNotification), hasMore: rows.length > pageSize };
}

export async function readUnread(ctx: Ctx, userId: string): Promise<{ unread: number }> {
  return { unread: (await store.countUnread(ctx.db, [userId])).get(userId) ?? 0 };
}

export async function markRead(
  ctx: Ctx,
  userId: string,
  which: PartOutput<'POST /notifications/read', 'body'>,
): Promise<{ unread: number }> {
  const meant = 'ids' in which ? { ids: which.ids.map(BigInt) } : { upTo: BigInt(which.upTo) };
  await store.markRead(ctx.db, userId, meant, ctx.clock());
  return publishUnread(ctx, userId);
}

export async function clear(ctx: Ctx, userId: string): Promise<void> {
  await store.deleteOf(ctx.db, userId);
  await publishUnread(ctx, userId);
}

export async function deleteOld(ctx: Ctx): Promise<void> {
  await store.deleteBefore(ctx.db, new Date(ctx.clock().getTime() - retentionMs));
}

async function publishUnread(ctx: Ctx, userId: string): Promise<{ unread: number }> {
  const unread = await readUnread(ctx, userId);
  publishLive(ctx, 'notifications', 'changed', unread, userId);
  return unread;
}

function toNotification({ id, kind, text, detail, path, createdAt, readAt }: store.NotificationRow): Notification {
  return { id: String(id), kind, text, detail, path, at: createdAt, isRead: readAt !== null };
}

/** Line breaks or direction marks could make a text look like another one. */
function oneLine(text: string, maxLength: number): string {
  const flat = text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\p{Bidi_Control}/gu, '')
    .trim();
  if (flat.length <= maxLength) return flat;
  return `${flat.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
