import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { serverRoot } from '../../platform/server-root.ts';
import { pingDb } from './host.store.ts';

const version = (JSON.parse(readFileSync(join(serverRoot, 'package.json'), 'utf8')) as { version: string }).version;
const answerWithinMs = 2000;
const freshForMs = 500;

/** Answers whether the portal can serve. Asked often by balancers, so the database is asked at most twice a second. */
export function createHealth(): (ctx: Ctx) => Promise<ReplyOutput<'GET /health'>> {
  let checkedAt = 0;
  let check: Promise<boolean> = Promise.resolve(false);
  return async (ctx) => {
    if (Date.now() - checkedAt > freshForMs) {
      checkedAt = Date.now();
      check = isReady(ctx);
    }
    const ready = await check;
    if (!ready) throw new AppError('UNAVAILABLE', 'The database does not answer.', { live: true, ready });
    // Still ready: without the bus a portal serves its own game servers and pages, and all of them lose it at once.
    return { live: true, ready, version, bus: ctx.bus.isConnected() ? 'connected' : 'away' };
  };
}

async function isReady(ctx: Ctx): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => (timer = setTimeout(resolve, answerWithinMs, false)));
  const answer = pingDb(ctx.db).then(
    () => true,
    (err: unknown) => {
      ctx.log.warn({ err }, 'The database does not answer');
      return false;
    },
  );
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}
