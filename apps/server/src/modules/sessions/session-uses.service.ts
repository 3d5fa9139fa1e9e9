import type { Ctx } from '../../context.ts';
import { repeat } from '../../platform/repeat.ts';
import * as store from './sessions.store.ts';

const writing = { everyMs: 3 * 60_000, isDelayed: true, failure: 'The last use of sessions could not be written' };
const rowsPerStatement = 1000;

/** The last use of a session that is not written yet; the address is empty while only streams are open. */
export type SessionUse = { address: string; atMs: number };

/** In memory, as every request comes here. */
export function noteUse(ctx: Ctx, sessionId: string, address = ''): void {
  const { uses } = ctx.state.sessions;
  const atMs = ctx.clock().getTime();
  const use = uses.get(sessionId);
  if (!use) return void uses.set(sessionId, { address, atMs });
  use.atMs = atMs;
  if (address !== '') use.address = address;
}

/** Writes all uses since the last time; what fails is written with the next ones. */
export async function writeUses(ctx: Ctx): Promise<void> {
  const { uses } = ctx.state.sessions;
  const noted = [...uses];
  uses.clear();
  for (let start = 0; start < noted.length; start += rowsPerStatement) {
    const rows = noted.slice(start, start + rowsPerStatement);
    try {
      await store.updateUses(
        ctx.db,
        rows.map(([id, { address, atMs }]) => ({ id, address, at: new Date(atMs) })),
      );
    } catch (error) {
      for (const [id, use] of noted.slice(start)) if (!uses.has(id)) uses.set(id, use);
      throw error;
    }
  }
}

/** Every few minutes, and when the portal stops. */
export function startWritingUses(ctx: Ctx): () => Promise<void> {
  const stop = repeat(ctx.log, writing, () => writeUses(ctx));
  return async () => {
    stop();
    await writeUses(ctx).catch((err: unknown) => ctx.log.warn({ err }, writing.failure));
  };
}
