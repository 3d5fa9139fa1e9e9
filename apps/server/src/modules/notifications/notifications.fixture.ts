import type { ReplyInput } from '@tribehall/contract';
import { startSession } from '../sessions/sessions.service.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { TestUser } from '../../testing/test-users.ts';

export type Notification = ReplyInput<'GET /notifications'>['notifications'][number];
export type NotificationSettings = ReplyInput<'GET /notifications/settings'>;
type Body<T> = { status: number; code?: string; error?: string; data: T; details?: unknown };

/** Calls about notifications, on the app of a test. */
export function notificationCalls(app: TestApp) {
  const call = async <T>(user: TestUser, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', payload?: object) => {
    const url = `/api/notifications${path}`;
    const reply = await app.http.inject({ method, url, headers: user.headers, ...(payload ? { payload } : {}) });
    return reply.json<Body<T>>();
  };
  return {
    call,
    list: async (user: TestUser, before?: string) =>
      (await call<ReplyInput<'GET /notifications'>>(user, 'GET', before === undefined ? '' : `?before=${before}`)).data,
    settings: async (user: TestUser) => (await call<NotificationSettings>(user, 'GET', '/settings')).data,
    choose: (user: TestUser, kind: string, choice: object) =>
      call<NotificationSettings>(user, 'PUT', `/settings/${kind}`, choice),
    subscribe: (user: TestUser, subscription: object) =>
      call<NotificationSettings>(user, 'POST', '/push', subscription),
    /** The same user in another browser. */
    elsewhere: async (user: TestUser): Promise<TestUser> => {
      const token = await startSession(app.ctx, user.id);
      return { ...user, token, headers: { authorization: `Bearer ${token}` } };
    },
  };
}
