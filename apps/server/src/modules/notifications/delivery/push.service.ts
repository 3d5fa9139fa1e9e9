import type { Ctx } from '../../../context.ts';
import { guardedFetch } from '../../../platform/egress/guarded-fetch.ts';
import { ForbiddenAddressError } from '../../../platform/egress/guarded-target.ts';
import { repeat } from '../../../platform/repeat.ts';
import { encryptPush, vapidHeader, type VapidKeys } from '../../../platform/web-push.ts';
import { deliverySubject } from '../notifications.service.ts';
import { deleteEnded } from '../settings.store.ts';
import * as store from './deliveries.store.ts';
import { privatePushHosts } from './push-address.ts';
import { readPushKey } from './push-key.service.ts';
import { isStale, retryAt, timing } from './retry.ts';

const perRound = 10;
const requestTimeoutMs = 10_000;
const maxReplyBytes = 64 * 1024;
/** For how long a push service holds a message for a browser that is not running. */
const ttlSeconds = 24 * 60 * 60;

/** Sends to browsers what is due, at once and then from time to time; returns what stops that. */
export function startPush(ctx: Ctx): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = () => (running ??= deliverPushes(ctx).finally(() => (running = undefined)));
  const wake = () => void run().catch((err: unknown) => ctx.log.warn({ err }, 'Browsers could not be notified'));
  const stops = [
    ctx.bus.subscribe(deliverySubject('push'), wake),
    repeat(ctx.log, { everyMs: timing.lookEveryMs, failure: 'Browsers could not be notified' }, run),
  ];
  return async () => {
    for (const stop of stops) stop();
    await running?.catch(() => undefined);
  };
}

/** For metrics. */
export async function countWaiting(ctx: Ctx): Promise<{ labels: { channel: string }; value: number }[]> {
  const counts = await store.countDeliveries(ctx.db);
  return Object.entries(counts).map(([channel, value]) => ({ labels: { channel }, value }));
}

/** Sends everything that is due now, a few at a time. */
export async function deliverPushes(ctx: Ctx): Promise<void> {
  for (;;) {
    const now = ctx.clock();
    const claim = { now, leaseEndsAt: new Date(now.getTime() + timing.leaseMs), limit: perRound };
    const due = await store.claimDue(ctx.db, 'push', claim);
    if (due.length === 0) return;
    const key = await readPushKey(ctx);
    const browsers = await store.findSubscriptions(
      ctx.db,
      due.map(({ target }) => target),
    );
    await Promise.all(due.map((delivery) => deliver(ctx, key, delivery, browsers.get(delivery.target))));
  }
}

async function deliver(
  ctx: Ctx,
  key: VapidKeys,
  delivery: store.Delivery,
  browser: store.SubscriptionRow | undefined,
): Promise<void> {
  const outcome = browser && !isStale(ctx, delivery) ? await send(ctx, key, delivery, browser) : 'done';
  if (outcome === 'ended' && browser) await deleteEnded(ctx.db, browser);
  const dueAt = outcome === 'retry' ? retryAt(ctx, delivery) : undefined;
  if (dueAt) await store.postpone(ctx.db, 'push', delivery, dueAt);
  else await store.deleteDelivery(ctx.db, 'push', delivery);
}

type Outcome = 'done' | 'ended' | 'retry';

async function send(
  ctx: Ctx,
  key: VapidKeys,
  { notificationId, text, detail, path }: store.Delivery,
  browser: store.SubscriptionRow,
): Promise<Outcome> {
  const { endpoint } = browser;
  try {
    const message = JSON.stringify({ id: String(notificationId), text, detail, path });
    const { status } = await guardedFetch(endpoint, {
      allowed: privatePushHosts(ctx.config),
      body: encryptPush(message, browser),
      headers: {
        authorization: vapidHeader(key, { endpoint, subject: subjectOf(ctx), now: ctx.clock() }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(ttlSeconds),
      },
      maxBytes: maxReplyBytes,
      timeoutMs: requestTimeoutMs,
      mayFollow: () => false,
    });
    if (status >= 200 && status < 300) return 'done';
    // 404 and 410: the browser has unsubscribed. 403: it has subscribed with an earlier key.
    if ([403, 404, 410].includes(status)) return 'ended';
    ctx.log.info({ status, host: new URL(endpoint).host }, 'A push service refused a message');
    return status === 429 || status >= 500 ? 'retry' : 'done';
  } catch (err) {
    ctx.log.info({ err, host: new URL(endpoint).host }, 'A browser could not be notified');
    return err instanceof ForbiddenAddressError ? 'ended' : 'retry';
  }
}

/** Where the operator of a push service finds the one who sends; it has to be https or mailto. */
function subjectOf({ config }: Ctx): string {
  const { PUBLIC_URL } = config;
  return PUBLIC_URL?.startsWith('https:') ? PUBLIC_URL : 'mailto:portal@localhost';
}
