import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { sendCommand } from '../agents/agents.service.ts';
import { send } from '../mail/mail.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import * as enforcement from './enforcement.store.ts';
import { addToJournal } from './records.service.ts';
import { findLastSeenWithin, findOnlineWithin } from './reach.store.ts';
import * as store from './sanctions.store.ts';

/** Disconnects the player wherever they are online; what happened there is stored with the sanction. */
export async function kickOnline(ctx: Ctx, sanction: store.SanctionRow): Promise<void> {
  const serverIds = await findOnlineWithin(ctx.db, sanction, sanction.playerId);
  await Promise.all(serverIds.map((serverId) => kickFrom(ctx, sanction, serverId)));
}

async function kickFrom(ctx: Ctx, sanction: store.SanctionRow, serverId: string): Promise<void> {
  const { id: sanctionId, playerId } = sanction;
  const outcome = await sendCommand(ctx, serverId, 'players.kick', { playerId }).catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });
  const result =
    outcome instanceof AppError
      ? ({ state: 'failed', detail: outcome.message } as const)
      : ({ state: outcome.outcome, detail: null } as const);
  await inTransaction(ctx, async (ctx) => {
    await enforcement.insertRows(ctx.db, [{ sanctionId, serverId, playerId, at: ctx.clock(), ...result }]);
    if (result.state !== 'failed') await addToJournal(ctx, sanction, 'kicked', [serverId]);
  });
}

/** Sent as a mail: the player is notified in the portal, and sees it in the game as soon as they are there. */
export async function sendWarning(ctx: Ctx, caller: Caller, sanction: store.SanctionRow): Promise<void> {
  const { id: sanctionId, playerId, reason } = sanction;
  const [online] = await findOnlineWithin(ctx.db, sanction, playerId);
  const serverId = online ?? (await findLastSeenWithin(ctx.db, sanction, playerId));
  if (serverId === undefined) return;
  const target = { serverId, playerId, instigator: undefined };
  const { mailId, state } = await send(ctx, caller, target, { subject: 'Warning', body: reason });
  await inTransaction(ctx, async (ctx) => {
    const row = { sanctionId, serverId, playerId, at: ctx.clock() };
    await store.updateSanction(ctx.db, sanctionId, { mailId });
    await enforcement.insertRows(ctx.db, [{ ...row, state: state === 'delivered' ? 'confirmed' : 'waiting' }]);
    await addToJournal(ctx, sanction, 'warned', [serverId]);
  });
}
