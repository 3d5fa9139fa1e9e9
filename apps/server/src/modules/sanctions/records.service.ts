import type { JournalKind } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { addEntries, emptyEntry } from '../journal/journal.service.ts';
import { requireServer } from '../servers/servers.service.ts';
import type { EnforcementRow } from './enforcement.store.ts';
import * as store from './sanctions.store.ts';

/** Who may learn which sanction an entry of the journal is about. */
export { maySeeSanctions } from './sanctions.policy.ts';

/** What the portal does by itself because of a sanction. */
const portal: Actor = { userId: null, username: 'portal', address: 'portal' };

type Outcome = Pick<EnforcementRow, 'sanctionId' | 'serverId' | 'state' | 'detail'>;

const entryKinds: Partial<Record<EnforcementRow['state'], JournalKind>> = {
  sent: 'banned',
  confirmed: 'banned',
  lifted: 'unbanned',
};

/** Records what became of a ban on one server, in the transaction that stores it. */
export async function recordOutcome(ctx: Ctx, { sanctionId, serverId, state, detail }: Outcome): Promise<void> {
  const sanction = await store.findListed(ctx.db, sanctionId, 'all');
  if (!sanction) return;
  const server = await requireServer(ctx, serverId);
  const { playerId, name } = sanction;
  await record(ctx, portal, {
    action: 'sanctions.outcome',
    target: `${name} on ${server.name}`,
    outcome: state,
    details: { sanctionId, serverId, playerId, ...(detail !== null && { detail }) },
  });
  const kind = entryKinds[state];
  if (kind) await addToJournal(ctx, sanction, kind, [serverId]);
}

/** Records bans that were set on a server by hand, in the transaction that imports them. */
export async function recordFound(
  ctx: Ctx,
  server: { id: string; name: string },
  found: readonly Entry[],
): Promise<void> {
  const details = {
    serverId: server.id,
    count: found.length,
    playerIds: found.slice(0, 20).map((one) => one.playerId),
  };
  await record(ctx, portal, { action: 'sanctions.found', target: server.name, outcome: 'done', details });
  const at = ctx.clock();
  await addEntries(
    ctx,
    found.map((one) => toEntry(one, { kind: 'banned', serverId: server.id, at })),
  );
}

/** The history of a player shows what was done, by whom and why, on each server. */
export async function addToJournal(
  ctx: Ctx,
  sanction: Entry,
  kind: JournalKind,
  serverIds: readonly string[],
): Promise<void> {
  const at = ctx.clock();
  await addEntries(
    ctx,
    serverIds.map((serverId) => toEntry(sanction, { kind, serverId, at })),
  );
}

type Entry = Pick<store.SanctionRow, 'id' | 'playerId' | 'name' | 'by' | 'reason'>;

function toEntry(
  { id: sanctionId, playerId, name, by, reason }: Entry,
  { kind, serverId, at }: { kind: JournalKind; serverId: string; at: Date },
) {
  const other = by === '' ? null : by;
  return { ...emptyEntry, at, serverId, kind, playerId, player: name, other, text: reason, data: { sanctionId } };
}
