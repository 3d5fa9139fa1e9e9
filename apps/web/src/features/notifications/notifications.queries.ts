import type { ReplyInput } from '@tribehall/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export type Notification = ReplyInput<'GET /notifications'>['notifications'][number];
export type NotificationSettings = ReplyInput<'GET /notifications/settings'>;

/** The user's own, newest first. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ pageParam, signal }) =>
    api('GET /notifications', { query: { ...(pageParam !== undefined && { before: pageParam }) }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ hasMore, notifications }) => (hasMore ? notifications.at(-1)?.id : undefined),
});

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notifications', 'settings'],
  queryFn: ({ signal }) => api('GET /notifications/settings', { signal }),
});
