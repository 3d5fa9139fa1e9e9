import { setTimeout as delay } from 'node:timers/promises';
import { judgeWrites } from './judge.mjs';
import { waitUntil } from './product.mjs';
import { writes } from './writes.mjs';

/** @typedef {import('./judge.mjs').Recorded} Recorded */
/** @typedef {import('./writes.mjs').LoadContext} LoadContext */
/** @typedef {import('./writes.mjs').WriteName} WriteName */
/** @typedef {ReturnType<typeof startLoad>} Load */

/** How long what was sent may take to be there: an agent that was away sends what it has missed. */
const arriveMs = 30_000;
const reads = ['/ark/servers', '/ark/clusters', '/users/me', '/files/usage'];

/**
 * Writes and reads until it is stopped, and records every reply.
 * @param {LoadContext & { pauseMs: number }} context `pauseMs` is the shortest between two writes of a kind, or two reads
 * @param {Partial<Record<WriteName, import('./writes.mjs').Write>>} [besides] more kinds of writes
 */
export function startLoad(context, besides = {}) {
  const rules = /** @type {Record<WriteName, import('./writes.mjs').Write>} */ ({ ...writes, ...besides });
  const ruleOf = (/** @type {WriteName} */ name) => rules[name];
  /** @type {Recorded[]} */
  const sent = [];
  let isStopped = false;
  /** @type {Record<string, number>} */
  const counters = {};

  /** @param {WriteName} name @returns {Promise<Recorded>} */
  const write = async (name) => {
    const n = (counters[name] = (counters[name] ?? 0) + 1);
    const startedAt = performance.now();
    const reply = await ruleOf(name).send(context, n);
    const one = { write: name, n, ...reply, startedAt, endedAt: performance.now() };
    sent.push(one);
    return one;
  };

  /** @param {WriteName} name */
  const writeOn = async (name) => {
    const pauseMs = Math.max(context.pauseMs, ruleOf(name).pauseMs ?? 0);
    while (!isStopped) {
      await write(name);
      await delay(pauseMs);
    }
  };

  const readOn = async () => {
    for (let turn = 0; !isStopped; turn += 1) {
      const startedAt = performance.now();
      const reply = await context.admin.send('GET', reads[turn % reads.length] ?? '');
      sent.push({ write: 'read', n: turn, ...reply, startedAt, endedAt: performance.now() });
      await delay(context.pauseMs);
    }
  };

  const names = /** @type {WriteName[]} */ (Object.keys(rules));
  for (const name of names) ruleOf(name).prepare?.(context);
  const running = [...names.map(writeOn), readOn()];

  return {
    sent,
    write,
    /** Whether each kind of write was acknowledged by a reply to one that began after that moment. @param {number} since */
    hasWorkedSince: (since) =>
      [...names, 'read'].every((name) =>
        sent.some((one) => one.write === name && one.startedAt > since && one.status >= 200 && one.status < 300),
      ),
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
    },
    /** What of all this is stored once the last has arrived. @param {WriteName[]} [excused] of which something may be missing @returns {Promise<{ lost: number, violations: string[] }>} */
    verify: async (excused = []) => {
      const results = await Promise.all(
        names.map(async (name) => {
          const own = sent.filter((one) => one.write === name);
          /** @type {number[] | undefined} */
          let stored;
          const judge = () => judgeWrites(name, own, stored ?? [], ruleOf(name));
          await waitUntil(
            async () => {
              stored = await ruleOf(name).stored(context);
              return stored !== undefined && judge().lost === 0;
            },
            excused.includes(name) ? 5_000 : arriveMs,
          );
          const faults = (await ruleOf(name).findFaults?.(context)) ?? [];
          await ruleOf(name).clean?.(context);
          if (stored === undefined) return { lost: 0, violations: [`${name}: could not be read afterwards`] };
          const { lost, violations: found } = judge();
          const violations = [...found, ...faults.map((text) => `${name}: ${text}`)];
          return excused.includes(name)
            ? { lost: 0, violations: violations.filter((one) => !one.includes('lost')) }
            : { lost, violations };
        }),
      );
      return {
        lost: results.reduce((sum, { lost }) => sum + lost, 0),
        violations: results.flatMap(({ violations }) => violations),
      };
    },
  };
}
