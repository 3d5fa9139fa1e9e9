import type { Ctx } from '../../context.ts';
import { publishLive } from '../events/events.service.ts';

/** Whoever reads all servers fetches the whole list again, so of many changes one message is enough. */
const announceEveryMs = 500;

/** Says that who is online has changed somewhere: in a transaction after its commit, once for all its changes. */
export function noteOnlineChange(ctx: Ctx): void {
  const { onlineChangeSubject } = ctx.state.players;
  ctx.bus.publish(onlineChangeSubject, null, onlineChangeSubject);
}

/** Announces changes at once, then no more often than the interval, however many servers report. */
export function startAnnouncing(ctx: Ctx): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;
  const announce = () => {
    isDue = false;
    publishLive(ctx, 'people.online', 'changed', {});
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) announce();
    }, announceEveryMs).unref();
  };
  const unsubscribe = ctx.bus.subscribe(ctx.state.players.onlineChangeSubject, () => {
    if (timer) isDue = true;
    else announce();
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}
