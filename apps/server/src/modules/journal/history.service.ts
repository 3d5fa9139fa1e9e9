import type { Ctx } from '../../context.ts';
import { addEntries, emptyEntry } from './journal.service.ts';
import type { NewEntryRow } from './journal.store.ts';
import * as store from './presence.store.ts';

type NewSession = {
  playerId: string;
  name: string;
  survivor: string | null;
  beganAt: Date;
  endedAt: Date;
  isEndCertain: boolean;
};
type NewEntry = Pick<NewEntryRow, 'at' | 'kind' | 'text'> & Partial<NewEntryRow>;

/** What happened on a server before the portal knew it. */
export type History = { serverId: string; sessions: NewSession[]; entries: NewEntry[] };

/** Adds events, sessions and names of the past, inside a transaction. */
export async function addHistory(ctx: Ctx, { serverId, sessions, entries }: History): Promise<void> {
  await addEntries(
    ctx,
    entries.map((entry) => ({ ...emptyEntry, ...entry, serverId })),
  );
  await store.insertSessions(ctx.db, serverId, sessions);
}
