import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Ctx } from '../../context.ts';
import type { Db } from '../../db/db.ts';
import { sealEntries } from './chain.service.ts';
import * as store from './chain.store.ts';
import { describesAnchor, firstAnchor, isSameAnchor, toDetails } from './anchor.ts';
import { hashEntry, isAddressRemoved, isAddressRight } from './entry.ts';

/** The id and hash of an entry, as recorded outside of the portal. */
export type Witness = { id: bigint; hash: string };
type Broken = { id: string; reason: string };
type Head = { id: string; hash: string };
export type Verification = { entries: number; removedTo: string | null; head: Head | null; broken: Broken | null };
type ChainEnd = { id: bigint; hash: string };

/** Small, so that requests are served in between. */
const pageSize = 500;

/** Recomputes the chain and names the first entry that does not fit. */
export async function verifyAudit(ctx: Ctx, witness?: Witness): Promise<Verification> {
  await sealEntries(ctx);
  return store.inSnapshot(ctx.db, async (db) => {
    const head = await store.findHead(db);
    const anchor = (await store.findAnchor(db)) ?? firstAnchor;
    const { entries, last, broken } = await walk(db, { head, anchor, witness });
    return {
      entries,
      removedTo: anchor.id === 0n ? null : String(anchor.id),
      head: toHead(head),
      broken: broken ?? wrongEnd(last, head, witness),
    };
  });
}

/** What the module holds in memory. */
type AuditState = {
  /** Single-flight: a verification reads every entry. */
  verification: Promise<Verification> | undefined;
  loggedHeadId: string | undefined;
};

export function createAuditState(): AuditState {
  return { verification: undefined, loggedHeadId: undefined };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    audit: AuditState;
  }
}

/** Seals entries from before the chain. Logs the head when it moved: a log stored elsewhere proves it later. */
export async function sealAndLogHead(ctx: Ctx): Promise<void> {
  const { audit } = ctx.state;
  await sealEntries(ctx);
  const head = await findHead(ctx);
  if (head && head.id !== audit.loggedHeadId) ctx.log.info({ audit: head }, 'The head of the audit');
  audit.loggedHeadId = head?.id;
}

/** The newest entry of the chain. */
export async function findHead(ctx: Ctx): Promise<Head | null> {
  return toHead(await store.findHead(ctx.db));
}

/** Single-flight: callers during a run share its result. */
export async function verifyOnce(ctx: Ctx): Promise<Verification> {
  const { audit } = ctx.state;
  return (audit.verification ??= verifyAudit(ctx).finally(() => (audit.verification = undefined)));
}

function toHead(head: store.Head | undefined): Head | null {
  return !head?.hash || head.id === 0n ? null : { id: String(head.id), hash: head.hash };
}

type Limits = { head: store.Head | undefined; anchor: store.Anchor; witness: Witness | undefined };

async function walk(db: Db, limits: Limits): Promise<{ entries: number; last: ChainEnd; broken?: Broken }> {
  const { anchor, witness } = limits;
  let last: ChainEnd = { id: anchor.id, hash: anchor.hash };
  const stranger = await store.findBeforeFirst(db, anchor.id);
  if (stranger) {
    const reason = 'It was not added by the portal: its number comes before the first.';
    return { entries: 0, last, broken: { id: String(stranger.id), reason } };
  }
  if (witness?.id === anchor.id && witness.hash !== anchor.hash)
    return { entries: 0, last, broken: { id: String(anchor.id), reason: differsFromWitness } };
  // What the retention's entries say of the anchor; the newest one counts.
  let said: Record<string, unknown> = toDetails(firstAnchor);
  for (let entries = 0; ;) {
    const page = await store.findAfter(db, last.id, pageSize);
    for (const row of page) {
      const reason = findProblem(row, last, limits);
      if (reason !== undefined) return { entries, last, broken: { id: String(row.id), reason } };
      last = { id: row.id, hash: row.hash ?? '' };
      entries += 1;
      said = describesAnchor(row) ?? said;
    }
    if (page.length < pageSize) {
      const isSound = isSameAnchor(anchor, said);
      return isSound ? { entries, last } : { entries: 0, last, broken: notByRetention(anchor) };
    }
    await yieldToOthers();
  }
}

const differsFromWitness =
  'Its hash differs from the recorded one: it or an earlier entry was changed, together with all later hashes.';

function notByRetention({ id }: store.Anchor): Broken {
  const reason = 'Entries before it, or addresses, were removed, and not by the retention: no entry says so.';
  return { id: String(id + 1n), reason };
}

function findProblem(row: store.AuditRow, last: ChainEnd, { head, anchor, witness }: Limits): string | undefined {
  if (row.hash === null) return 'It is not sealed: it was not added by the portal, or its hash was removed.';
  if (row.hash !== hashEntry(row, last.hash))
    return row.id === last.id + 1n
      ? 'It was changed, or the entry before it was changed together with its hash.'
      : `${nameSpan(last.id + 1n, row.id - 1n)} before it was removed, or it was changed itself.`;
  if (!isAddressRight(row) && !(isAddressRemoved(row) && row.id <= anchor.addressesId))
    return 'Its address was changed or removed.';
  if (witness?.id === row.id && witness.hash !== row.hash) return differsFromWitness;
  if (head && row.id > head.id) return 'It was not added by the portal: the chain ends before it.';
  return undefined;
}

function wrongEnd(last: ChainEnd, head: store.Head | undefined, witness: Witness | undefined): Broken | null {
  const endId = witness && witness.id > (head?.id ?? 0n) ? witness.id : (head?.id ?? 0n);
  if (last.id < endId)
    return { id: String(last.id + 1n), reason: `${nameSpan(last.id + 1n, endId)} was cut off at the end.` };
  if (!head) return { id: String(last.id), reason: 'The head of the chain was removed, so its end is unknown.' };
  if (head.hash !== last.hash)
    return { id: String(last.id), reason: 'It was changed together with its hash, or the head of the chain was.' };
  return null;
}

function nameSpan(first: bigint, last: bigint): string {
  return first === last ? `Entry ${first}` : `All from entry ${first} to ${last}`;
}
