import type { Ctx } from '../../context.ts';
import { deliverWaiting, expireWaiting } from './delivery.service.ts';

const deliverEveryMs = 30 * 1000;
const expireEveryMs = 60 * 60 * 1000;

/** Delivers what a join did not, and gives up on what waited too long. */
export function startMailJobs(ctx: Ctx): () => void {
  let isDelivering = false;
  const deliver = async () => {
    if (isDelivering) return;
    isDelivering = true;
    try {
      await deliverWaiting(ctx);
    } catch (err) {
      ctx.log.warn({ err }, 'Waiting mail could not be delivered');
    } finally {
      isDelivering = false;
    }
  };
  const expire = () => {
    expireWaiting(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'Old mail could not be given up'));
  };
  void deliver();
  expire();
  const timers = [
    setInterval(() => void deliver(), deliverEveryMs).unref(),
    setInterval(expire, expireEveryMs).unref(),
  ];
  return () => timers.forEach((timer) => clearInterval(timer));
}
