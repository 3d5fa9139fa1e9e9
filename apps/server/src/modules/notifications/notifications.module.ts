import { defineModule } from '../../module.ts';
import { gauge } from '../../platform/metrics/metric.ts';
import { repeat } from '../../platform/repeat.ts';
import { countWaiting, startPush } from './delivery/push.service.ts';
import * as notifications from './notifications.service.ts';
import { lookEveryMs, watchOutages } from './outages/outages.service.ts';
import * as settings from './settings.service.ts';

const retention = { everyMs: 60 * 60 * 1000, failure: 'Old notifications could not be removed' };
const outages = { everyMs: lookEveryMs, failure: 'Outages of servers could not be looked for', isDelayed: true };

/** What concerns a user: in the portal, by Discord message, and shown by the browser. */
export const notificationsModule = defineModule({
  name: 'notifications',
  topics: { notifications: { key: (caller) => caller.userId, snapshot: notifications.readUnread } },
  metrics: (ctx) => [
    gauge({ name: 'tribehall_notification_outbox', help: 'Notifications that wait to be delivered, by channel.' }, () =>
      countWaiting(ctx),
    ),
  ],
  jobs: [
    startPush,
    (ctx) => repeat(ctx.log, retention, () => notifications.deleteOld(ctx)),
    (ctx) => repeat(ctx.log, outages, () => watchOutages(ctx)),
  ],
  routes(mount) {
    mount('GET /notifications', ({ ctx, caller, query }) => notifications.list(ctx, caller.userId, query.before));
    mount('POST /notifications/read', ({ ctx, caller, body }) => notifications.markRead(ctx, caller.userId, body));
    mount('DELETE /notifications', async ({ ctx, caller }) => {
      await notifications.clear(ctx, caller.userId);
      return {};
    });
    mount('GET /notifications/settings', ({ ctx, caller }) => settings.readSettings(ctx, caller));
    mount('PUT /notifications/settings/{kind}', ({ ctx, caller, params, body }) =>
      settings.choose(ctx, caller, params.kind, body),
    );
    mount('POST /notifications/push', ({ ctx, caller, body }) => settings.subscribe(ctx, caller, body));
    mount('DELETE /notifications/push', ({ ctx, caller }) => settings.unsubscribe(ctx, caller));
  },
});
