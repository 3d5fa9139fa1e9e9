import type { ReplyInput } from '@tribehall/contract';
import { notificationKindNames } from '@tribehall/contract/shared/notification-kinds';

type Notification = ReplyInput<'GET /notifications'>['notifications'][number];
type Settings = ReplyInput<'GET /notifications/settings'>;

export function buildNotification(changes: Partial<Notification> = {}): Notification {
  return {
    id: '7',
    kind: 'mail',
    text: 'Mail from Olive',
    detail: 'Your base',
    path: '/arkbot/players/76561198000000001?view=mail',
    at: new Date().toISOString(),
    isRead: false,
    ...changes,
  };
}

export function buildNotificationSettings(changes: Partial<Settings> = {}): Settings {
  return {
    choices: notificationKindNames.map((kind) => ({ kind, discord: false, push: kind !== 'role.changed' })),
    discord: { isLinked: true, isAvailable: true, problem: null },
    push: { publicKey: 'BAQ', isOn: false, browsers: 0 },
    ...changes,
  };
}
