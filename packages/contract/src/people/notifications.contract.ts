import * as z from 'zod';
import { defineRoutes } from '../route.ts';
import { notificationKindNames } from '../shared/notification-kinds.ts';
import { isoDate, nothing, pageQuery } from '../shared/schemas.ts';
import { defineTopics } from '../shared/topic.ts';

const kind = z.enum(notificationKindNames);
const entryId = z.string().regex(/^\d{1,18}$/, 'This is not the ID of a notification.');
const unread = z.object({ unread: z.number().int() });

const notification = z.object({
  id: entryId,
  kind,
  /** Plain text, with names that others chose. */
  text: z.string(),
  detail: z.string().nullable(),
  /** The page it leads to. */
  path: z.string(),
  at: isoDate,
  isRead: z.boolean(),
});

const settings = z.object({
  /** Besides the portal, which always has them. */
  choices: z.array(z.object({ kind, discord: z.boolean(), push: z.boolean() })),
  discord: z.object({
    isLinked: z.boolean(),
    /** False where the portal has no bot. */
    isAvailable: z.boolean(),
    /** Why messages were switched off; null while they are not. */
    problem: z.string().nullable(),
  }),
  push: z.object({
    /** What browsers subscribe with (VAPID), in base64url. */
    publicKey: z.string(),
    /** Whether the browser of this session is subscribed. */
    isOn: z.boolean(),
    /** How many browsers are. */
    browsers: z.number().int(),
  }),
});

/** A key of a browser, in base64url. */
const key = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'This is not a key.')
    .length(Math.ceil((bytes * 4) / 3), 'This is not a key.');

export const notificationsRoutes = defineRoutes({
  'GET /notifications': {
    summary: "The caller's notifications, newest first",
    right: 'user',
    scope: 'none',
    query: pageQuery.pick({ before: true }),
    reply: unread.extend({ notifications: z.array(notification), hasMore: z.boolean() }),
  },
  'POST /notifications/read': {
    summary: 'Mark notifications as read: these, or all up to one',
    right: 'user',
    scope: 'none',
    body: z.union([z.strictObject({ ids: z.array(entryId).min(1).max(100) }), z.strictObject({ upTo: entryId })]),
    reply: unread,
  },
  'DELETE /notifications': {
    summary: "Remove all of the caller's notifications",
    right: 'user',
    scope: 'none',
    reply: nothing,
  },
  'GET /notifications/settings': {
    summary: 'How the caller is notified',
    right: 'user',
    scope: 'none',
    reply: settings,
  },
  'PUT /notifications/settings/{kind}': {
    summary: 'Choose how to be notified of something',
    right: 'user',
    scope: 'none',
    params: z.object({ kind }),
    body: z.object({ discord: z.boolean().optional(), push: z.boolean().optional() }),
    reply: settings,
  },
  'POST /notifications/push': {
    summary: 'Notify the browser of this session, by Web Push; replaces its earlier subscription',
    right: 'user',
    scope: 'none',
    body: z.object({ endpoint: z.string().min(1).max(1000), p256dh: key(65), auth: key(16) }),
    reply: settings,
  },
  'DELETE /notifications/push': {
    summary: 'Stop notifying the browser of this session',
    right: 'user',
    scope: 'none',
    reply: settings,
  },
});

export const notificationsTopics = defineTopics({
  notifications: {
    right: 'user',
    scope: 'none',
    isKeyed: false,
    snapshot: unread,
    events: { changed: unread, added: unread.extend({ notification }) },
  },
});
