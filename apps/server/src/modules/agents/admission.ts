import type { Ctx } from '../../context.ts';
import { AppError, tooMany } from '../../errors.ts';
import { createBatches } from '../../platform/batches.ts';
import { createTurns } from '../../platform/turns.ts';
import { hashToken } from './agents.service.ts';
import { findByTokens, type TokenRow } from './agents.store.ts';

const maxWithoutHello = 10;
const maxWrongPerMinute = 30;
const windowMs = 60_000;
/** Tokens in one query. */
const maxLookups = 200;

/** Upgrades that may wait for a turn; further ones get 429 with a random `Retry-After`. */
const maxWaiting = 2_000;
const maxReturnMs = 5_000;

export type Slot = { release: () => void };

/** Who may connect, and how many at once. Counters in memory: they only have to stop floods. */
export function createAdmission(ctx: Ctx) {
  const withoutHello = new Map<string, number>();
  const wrong = new Map<string, number>();
  let windowEndsAt = 0;

  const findServer = createBatches(
    async (tokenHashes: string[]) => {
      const rows = new Map((await findByTokens(ctx.db, tokenHashes)).map((row) => [row.tokenHash, row]));
      return tokenHashes.map((tokenHash) => rows.get(tokenHash));
    },
    { max: maxLookups, keyOf: (tokenHash) => tokenHash, isCommon: () => true },
  );

  const startWindow = () => {
    const now = Date.now();
    if (now < windowEndsAt) return;
    wrong.clear();
    windowEndsAt = now + windowMs;
  };
  const nextTurn = createTurns();
  let waiting = 0;
  return {
    /** One upgrade in each turn of the event loop: thousands that arrive at once do not hold up anyone's request. */
    async pace(): Promise<void> {
      if (waiting >= maxWaiting) throw tooMany(Math.random() * maxReturnMs);
      waiting += 1;
      await nextTurn();
      waiting -= 1;
    },
    /** A slot for a connection that has not sent its hello yet. Releasing it twice is harmless. */
    takeSlot(address: string): Slot {
      const taken = withoutHello.get(address) ?? 0;
      if (taken >= maxWithoutHello) throw tooMany(1000);
      withoutHello.set(address, taken + 1);
      let isTaken = true;
      const release = () => {
        const remaining = (withoutHello.get(address) ?? 0) - (isTaken ? 1 : 0);
        isTaken = false;
        if (remaining > 0) withoutHello.set(address, remaining);
        else withoutHello.delete(address);
      };
      return { release };
    },
    /** The server that a token belongs to. */
    async admit(authorization: string | undefined, address: string): Promise<TokenRow> {
      const [, token] = /^Bearer ([\w-]{32,128})$/i.exec(authorization ?? '') ?? [];
      const server = token === undefined ? undefined : await findServer(hashToken(token));
      if (server) return server;
      // Only failed attempts are limited: agents with valid tokens may share the address.
      startWindow();
      const count = (wrong.get(address) ?? 0) + 1;
      wrong.set(address, count);
      if (count > maxWrongPerMinute) throw tooMany(windowEndsAt - Date.now());
      ctx.log.info({ address }, 'An agent was refused: unknown token');
      throw new AppError(authorization === undefined ? 'UNAUTHORIZED' : 'INVALID_TOKEN', noToken);
    },
  };
}

const noToken = 'Connecting needs the token of a server.';
