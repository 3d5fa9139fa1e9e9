import type { Ctx } from '../../context.ts';
import type { Refusal } from './agent-connection.ts';
import { canShare, takeAlone, takeTogether, type Batch, type Taken } from './event-intake.service.ts';

type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

type Waiting = {
  batch: Batch;
  resolve: (outcome: Taken | Refusal) => void;
  reject: (error: unknown) => void;
};

/** While one transaction waits for the drive, the next can be prepared. */
const maxTransactions = 2;
/** Bounds the work of one transaction. */
const maxEvents = 500;

/**
 * Group commit: batches of several agents that arrive while others are being stored share the next transaction. A batch
 * that arrives when nothing is being stored does not wait. `inTurn` bounds the database work of all connections.
 */
export function createBatchQueue(ctx: Ctx, inTurn: InTurn) {
  const waiting: Waiting[] = [];
  let running = 0;

  const startNext = () => {
    if (waiting.length === 0 || running === maxTransactions) return;
    running += 1;
    void inTurn(takeGroup).finally(() => {
      running -= 1;
      startNext();
    });
  };
  const takeGroup = async () => {
    const group = nextGroup(waiting);
    try {
      const outcomes = await takeTogether(
        ctx,
        group.map(({ batch }) => batch),
      );
      for (const [index, entry] of group.entries()) {
        const outcome = outcomes[index];
        if (outcome) entry.resolve(outcome);
        else inTurn(() => takeAlone(ctx, entry.batch)).then(entry.resolve, entry.reject);
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };

  return {
    /** Applies a batch and acknowledges it; resolves after the commit. */
    take: (batch: Batch): Promise<Taken | Refusal> => {
      if (!canShare(batch)) return inTurn(() => takeAlone(ctx, batch));
      return new Promise((resolve, reject) => {
        waiting.push({ batch, resolve, reject });
        startNext();
      });
    },
  };
}

/** Removes the batches of the next transaction: the oldest, as many as fit, one for each server. */
function nextGroup(waiting: Waiting[]): Waiting[] {
  const group: Waiting[] = [];
  const serverIds = new Set<string>();
  let events = 0;
  for (const entry of waiting) {
    const { identity, events: own } = entry.batch;
    if (serverIds.has(identity.serverId)) continue;
    if (events > 0 && events + own.length > maxEvents) break;
    events += own.length;
    serverIds.add(identity.serverId);
    group.push(entry);
  }
  const taken = new Set(group);
  const rest = waiting.filter((entry) => !taken.has(entry));
  waiting.splice(0, waiting.length, ...rest);
  return group;
}
