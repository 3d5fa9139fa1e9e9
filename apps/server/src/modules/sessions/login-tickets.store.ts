import { and, eq, gt, lt } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { loginTickets } from '../../db/tables/factors.table.ts';

export async function insertTicket(db: Db, row: typeof loginTickets.$inferInsert): Promise<void> {
  await db.insert(loginTickets).values(row);
}

const isValid = (ticketHash: string, now: Date) =>
  and(eq(loginTickets.ticketHash, ticketHash), gt(loginTickets.endsAt, now));

export async function findTicket(db: Db, ticketHash: string, now: Date): Promise<string | undefined> {
  const [row] = await db.select().from(loginTickets).where(isValid(ticketHash, now));
  return row?.userId;
}

export async function takeTicket(db: Db, ticketHash: string, now: Date): Promise<string | undefined> {
  const [row] = await db.delete(loginTickets).where(isValid(ticketHash, now)).returning();
  return row?.userId;
}

export async function deleteTicketsOf(db: Db, userId: string): Promise<void> {
  await db.delete(loginTickets).where(eq(loginTickets.userId, userId));
}

export async function deleteTicketsEndedBefore(db: Db, now: Date): Promise<void> {
  await db.delete(loginTickets).where(lt(loginTickets.endsAt, now));
}
