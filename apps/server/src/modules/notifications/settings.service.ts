import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import {
  notificationKindNames,
  notificationKinds,
  type NotificationKind,
} from '@tribehall/contract/shared/notification-kinds';
import { inTransaction, type Ctx } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { isPushKey } from '../../platform/web-push.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { refuseEndpoint } from './delivery/push-address.ts';
import { readPushKey } from './delivery/push-key.service.ts';
import * as store from './settings.store.ts';

type Settings = ReplyOutput<'GET /notifications/settings'>;
type Choice = PartOutput<'PUT /notifications/settings/{kind}', 'body'>;

const maxBrowsers = 10;

export async function readSettings(ctx: Ctx, { userId, sessionId }: Caller): Promise<Settings> {
  const [row, isLinked, browser, { publicKey }] = await Promise.all([
    store.findSettings(ctx.db, userId),
    store.hasDiscord(ctx.db, userId),
    store.countSubscriptions(ctx.db, userId, sessionId),
    readPushKey(ctx),
  ]);
  return {
    choices: notificationKindNames.map((kind) => {
      const { discord = false, push = notificationKinds[kind].push } = row?.choices[kind] ?? {};
      return { kind, discord, push };
    }),
    discord: {
      isLinked,
      isAvailable: ctx.config.DISCORD_BOT_TOKEN !== undefined,
      problem: row?.discordProblem ?? null,
    },
    push: { publicKey, ...browser },
  };
}

/** Switching Discord on again is a new attempt. */
export async function choose(ctx: Ctx, caller: Caller, kind: NotificationKind, choice: Choice): Promise<Settings> {
  if (choice.push === true && !notificationKinds[kind].push)
    throw fieldError('BAD_REQUEST', 'push', 'Browsers are not notified of this.');
  await inTransaction(ctx, async (ctx) => {
    const { userId } = caller;
    await store.lockUser(ctx.db, userId);
    if (choice.discord === true && !(await store.hasDiscord(ctx.db, userId)))
      throw fieldError('CONFLICT', 'discord', 'Link your Discord account first.');
    const before = await store.findSettings(ctx.db, userId);
    const given = Object.fromEntries(Object.entries(choice).filter(([, isOn]) => isOn !== undefined));
    await store.putSettings(ctx.db, {
      userId,
      choices: { ...before?.choices, [kind]: { ...before?.choices[kind], ...given } },
      discordProblem: choice.discord === true ? null : (before?.discordProblem ?? null),
    });
  });
  return readSettings(ctx, caller);
}

type Subscription = PartOutput<'POST /notifications/push', 'body'>;

export async function subscribe(ctx: Ctx, caller: Caller, subscription: Subscription): Promise<Settings> {
  refuseEndpoint(ctx.config, subscription.endpoint);
  if (!isPushKey(subscription.p256dh)) throw fieldError('BAD_REQUEST', 'p256dh', 'This is not a key.');
  const { userId, sessionId } = caller;
  await inTransaction(ctx, async (ctx) => {
    await store.lockUser(ctx.db, userId);
    await store.putSubscription(ctx.db, { ...subscription, userId, sessionId, createdAt: ctx.clock() });
    await store.deleteSubscriptionsBeyond(ctx.db, userId, maxBrowsers);
  });
  return readSettings(ctx, caller);
}

export async function unsubscribe(ctx: Ctx, caller: Caller): Promise<Settings> {
  await store.deleteSubscription(ctx.db, caller.sessionId);
  return readSettings(ctx, caller);
}
