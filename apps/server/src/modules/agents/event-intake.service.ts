import { inTransaction, type Ctx } from '../../context.ts';
import { isContended, isDatabaseAway, lacksPartition, lacksResources } from '../../db/db.ts';
import { createBatches } from '../../platform/batches.ts';
import type { ConnectionIdentity, EventsResult, Refusal } from './agent-connection.ts';
import {
  applyEvents,
  isIndependent,
  parseEvents,
  type ParsedEvent,
  type RawEvent,
  type ValidEvent,
} from './agent-events.ts';
import type { PostCommitWork } from './agent-handlers.service.ts';
import type { AfterCommit } from './agents.service.ts';
import * as store from './agents.store.ts';
import { findFault } from './intake.service.ts';

/** The events of one message of an agent. */
export type Batch = { identity: ConnectionIdentity; events: readonly ParsedEvent[] };

/** The outcome of a batch: the reply, and what is to be done after the commit. */
export type Taken = { result: EventsResult; after: AfterCommit[] };

export function toBatch(
  ctx: Ctx,
  identity: ConnectionIdentity,
  events: readonly RawEvent[],
  clockAheadMs: number,
): Batch {
  return { identity, events: parseEvents(identity.serverId, events, { now: ctx.clock(), clockAheadMs }) };
}

/** Bounds the work of one transaction. */
const maxEvents = 500;
/** While one transaction waits for the drive, the next can be prepared. */
const maxTransactions = 2;

/**
 * Applies batches and acknowledges them: those that arrive while others are being stored share the next transaction, where
 * they depend on nothing else. `inTurn` bounds the database work of all connections.
 */
export function createEventIntake(
  ctx: Ctx,
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
): (batch: Batch) => Promise<Taken | Refusal> {
  const takeShared = createBatches((batches: Batch[]) => inTurn(() => takeTogether(ctx, batches)), {
    max: maxEvents,
    sizeOf: ({ events }) => events.length,
    parallel: maxTransactions,
    keyOf: ({ identity }) => identity.serverId,
    isCommon: () => true,
  });
  return async (batch) => {
    const taken = batch.events.every(isIndependent) ? await takeShared(batch) : undefined;
    return taken ?? inTurn(() => takeAlone(ctx, batch));
  };
}

/**
 * Applies batches of several servers in one transaction, each as a whole, and acknowledges them in it. Idempotent: events
 * that were applied before are skipped. Undefined for a batch that has to be taken alone, because its server is locked,
 * its connection is no longer the server's, or one of the batches cannot be stored.
 */
async function takeTogether(ctx: Ctx, batches: readonly Batch[]): Promise<(Taken | undefined)[]> {
  try {
    return await inTransaction(ctx, (ctx) => applyBatches(ctx, batches, store.lockFreeForEvents, applyAtOnce));
  } catch (error) {
    if (isPassing(error) && !isContended(error)) throw error;
    return batches.map(() => undefined);
  }
}

/** The same for one batch, which waits for its server; tells why if it is refused. */
async function takeAlone(ctx: Ctx, batch: Batch): Promise<Taken | Refusal> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await takeWith(ctx, batch, applyAtOnce);
    } catch (error) {
      if (isContended(error) && attempt < maxAttempts) continue;
      if (isPassing(error)) throw error;
      // One event that cannot be stored would be resent for ever and hold up all that follow it.
      const { serverId } = batch.identity;
      ctx.log.error({ err: error, serverId }, 'A batch of events failed; its events are tried one by one');
      return takeWith(ctx, batch, applyOneByOne);
    }
  }
}

/** Of transactions that were in each other's way, one goes on: the next attempt hardly ever fails. */
const maxAttempts = 3;

/** Nothing is wrong with the event: the agent sends it again later. */
function isPassing(error: unknown): boolean {
  return isDatabaseAway(error) || lacksResources(error) || lacksPartition(error) || isContended(error);
}

async function takeWith(ctx: Ctx, batch: Batch, apply: Apply): Promise<Taken | Refusal> {
  return inTransaction(ctx, async (ctx) => {
    const [taken] = await applyBatches(ctx, [batch], store.lockForEvents, apply);
    return taken ?? { refused: (await findFault(ctx, batch.identity)) ?? 'stopping' };
  });
}

type Lock = (db: Ctx['db'], serverIds: string[]) => Promise<Map<string, number>>;

async function applyBatches(
  ctx: Ctx,
  batches: readonly Batch[],
  lock: Lock,
  apply: Apply,
): Promise<(Taken | undefined)[]> {
  const acked = await lock(
    ctx.db,
    batches.map(({ identity }) => identity.serverId),
  );
  const known = batches.map((batch) => withoutOld(batch, acked.get(batch.identity.serverId)));
  const current = await store.acknowledge(
    ctx.db,
    known.flatMap((batch) => (batch ? [{ ...batch.identity, ackedSeq: batch.ackedSeq }] : [])),
  );
  const taken = known.map((batch) => (batch && current.has(batch.identity.id) ? batch : undefined));
  const { rejected, after } = await apply(
    ctx,
    taken.flatMap((batch) => batch?.events ?? []),
  );
  return taken.map((batch) => {
    if (!batch) return undefined;
    const { serverId } = batch.identity;
    const result = { ackedSeq: batch.ackedSeq, rejected: rejectedOf(batch.events, rejected) };
    return { result, after: after.filter((work) => work.serverId === serverId).map(({ run }) => run) };
  });
}

type NewBatch = Batch & { ackedSeq: number };

/** Events that were applied before are skipped, and so are those whose number goes back. */
function withoutOld({ identity, events }: Batch, ackedSeq: number | undefined): NewBatch | undefined {
  if (ackedSeq === undefined) return undefined;
  let last = ackedSeq;
  const news = events.filter(({ seq }) => {
    const isNew = seq > last;
    if (isNew) last = seq;
    return isNew;
  });
  return { identity, events: news, ackedSeq: last };
}

type Unstored = ReadonlyMap<ParsedEvent, string>;
type Applied = { rejected: Unstored; after: PostCommitWork[] };
type Apply = (ctx: Ctx, events: readonly ParsedEvent[]) => Promise<Applied>;

const isValid = (event: ParsedEvent): event is ValidEvent => 'event' in event;

const applyAtOnce: Apply = async (ctx, events) => ({
  rejected: new Map(),
  after: await applyEvents(ctx, events.filter(isValid)),
});

/** Each in a savepoint, so that a failure costs one event alone. */
const applyOneByOne: Apply = async (ctx, events) => {
  const rejected = new Map<ParsedEvent, string>();
  const after: PostCommitWork[] = [];
  for (const event of events.filter(isValid)) {
    try {
      after.push(...(await inTransaction(ctx, (ctx) => applyEvents(ctx, [event]))));
    } catch (error) {
      if (isPassing(error)) throw error;
      const { type, seq } = event;
      ctx.log.error({ err: error, serverId: event.event.serverId, type, seq }, 'An event could not be stored');
      rejected.set(event, 'The portal could not store this event.');
    }
  }
  return { rejected, after };
};

function rejectedOf(events: readonly ParsedEvent[], unstored: Unstored): EventsResult['rejected'] {
  return events.flatMap((event) => {
    const reason = 'rejected' in event ? event.rejected : unstored.get(event);
    return reason === undefined ? [] : [{ seq: event.seq, reason }];
  });
}
