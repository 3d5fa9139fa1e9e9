import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { installVirtualClock } from './virtual-clock.ts';

/** What PostgreSQL's client does not declare: whether it waits for an answer, or for its connection to end. */
type Client = pg.Client & { readyForQuery: boolean; ['_ending']: boolean };

/** After so many turns of the event loop without any work, nothing more happens until time passes. */
const quietTurns = 4;
/** Work that takes longer than this in real time, such as waiting for a lock, does not hold up the clock. */
const stuckAfterMs = 10_000;

const isFileBusy = () => process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));

export type Machine = ReturnType<typeof startMachine>;

/** The process on a virtual clock: time passes while nothing is being done. */
export function startMachine() {
  const realNow = performance.now.bind(performance);
  const realTimeout = globalThis.setTimeout;
  const clients = trackClients();
  const clock = installVirtualClock();
  let activity = 0;
  let stuck = 0;

  /** Resolves when nothing happens any more without time passing. */
  const settle = async () => {
    const giveUpAt = realNow() + stuckAfterMs;
    for (let quiet = 0; quiet < quietTurns;) {
      const before = activity;
      await nextTurn();
      if (clients.isBusy()) {
        await Promise.race([clients.answered(), new Promise((resolve) => realTimeout(resolve, 20))]);
        quiet = 0;
      } else if (activity !== before || isFileBusy()) quiet = 0;
      else quiet += 1;
      if (realNow() > giveUpAt) {
        stuck += 1;
        return;
      }
    }
  };
  /** Lets time pass until this moment, or until `isDone`; false if it was not done by then. */
  const passUntil = async (ms: number, isDone: () => boolean = () => false): Promise<boolean> => {
    for (;;) {
      await settle();
      if (isDone()) return true;
      const next = clock.nextMs();
      if (next === undefined || next > ms) {
        clock.moveTo(ms);
        await settle();
        return isDone();
      }
      clock.moveTo(next);
    }
  };
  return {
    nowMs: clock.nowMs,
    /** Something arrived: the machine is not quiet. */
    note: () => void (activity += 1),
    passUntil,
    pass: (ms: number) => passUntil(clock.nowMs() + ms),
    /** Lets time pass until this is done. */
    async during<T>(work: Promise<T>, withinMs = 120_000): Promise<T> {
      let isDone = false;
      const mark = () => void (isDone = true);
      work.then(mark, mark);
      if (!(await passUntil(clock.nowMs() + withinMs, () => isDone))) throw new Error('This took too long.');
      return work;
    },
    stuckCount: () => stuck,
    stop: () => {
      clock.uninstall();
      clients.restore();
    },
  };
}

/** Knows whether any connection to the database waits for an answer. */
function trackClients() {
  const open = new Set<Client>();
  let wake: (() => void)[] = [];
  type Connect = (...given: unknown[]) => unknown;
  // eslint-disable-next-line typescript/unbound-method -- called with the client as `this` below.
  const { connect } = pg.Client.prototype as unknown as { connect: Connect };
  Object.assign(pg.Client.prototype, {
    connect(this: Client, ...given: unknown[]) {
      open.add(this);
      this.on('drain', () => {
        for (const resolve of wake.splice(0)) resolve();
      });
      this.once('end', () => {
        open.delete(this);
        for (const resolve of wake.splice(0)) resolve();
      });
      this.once('error', () => open.delete(this));
      return connect.apply(this, given);
    },
  });
  return {
    isBusy: () => {
      for (const client of open) if (!client.readyForQuery || client['_ending']) return true;
      return false;
    },
    answered: () => new Promise<void>((resolve) => wake.push(resolve)),
    restore: () => {
      wake = [];
      Object.assign(pg.Client.prototype, { connect });
    },
  };
}
