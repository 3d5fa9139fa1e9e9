/**
 * What a user is notified of. `push`: whether it can also be shown by the browser. A changed role ends all sessions, and
 * browsers are notified only while they are logged in.
 */
export const notificationKinds = {
  mail: { push: true },
  'server.down': { push: true },
  'server.up': { push: true },
  'download.done': { push: true },
  'download.failed': { push: true },
  'role.changed': { push: false },
  'account.security': { push: true },
  'player.joined': { push: true },
  'report.new': { push: true },
  'report.answered': { push: true },
  'backup.failed': { push: true },
} as const satisfies Record<string, { push: boolean }>;

export type NotificationKind = keyof typeof notificationKinds;

export const notificationKindNames = Object.keys(notificationKinds) as NotificationKind[];
