import { createHash, randomBytes } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import * as store from './login-tickets.store.ts';

const lifeMs = 5 * 60 * 1000;

/** Proves for a few minutes, once, that the first step of a login was made. Only a hash is stored. */
export async function openTicket(ctx: Ctx, userId: string): Promise<string> {
  const ticket = randomBytes(24).toString('base64url');
  const endsAt = new Date(ctx.clock().getTime() + lifeMs);
  await store.insertTicket(ctx.db, { ticketHash: hash(ticket), userId, endsAt });
  return ticket;
}

/** Whose login it is; undefined if the ticket is wrong, used or has expired. */
export async function findTicket(ctx: Ctx, ticket: string): Promise<string | undefined> {
  return store.findTicket(ctx.db, hash(ticket), ctx.clock());
}

/** In the transaction of the second step: if that fails, the ticket remains. Of concurrent callers one gets it. */
export async function consumeTicket(ctx: Ctx, ticket: string): Promise<string> {
  const userId = await store.takeTicket(ctx.db, hash(ticket), ctx.clock());
  if (userId === undefined) throw expiredLogin();
  return userId;
}

export async function endTicketsOf(ctx: Ctx, userId: string): Promise<void> {
  await store.deleteTicketsOf(ctx.db, userId);
}

export async function removeEndedTickets(ctx: Ctx): Promise<void> {
  await store.deleteTicketsEndedBefore(ctx.db, ctx.clock());
}

export function expiredLogin(): AppError {
  return new AppError('NOT_FOUND', 'This login took too long. Please log in again.');
}

function hash(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}
