import type { logs } from '@tribehall/contract/agent/agent.contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { eachInTurns, type NextTurn } from '../../platform/turns.ts';
import { addEntries, noteSkipped } from './logs.service.ts';

type Batch = z.output<(typeof logs)['params']>;

/** Of one link: so many lines a second in the long run, ten times as many at once. */
const linesPerSecond = 2_000;
const burst = 10 * linesPerSecond;
/** Clocks that differ by less agree: a line keeps the time that it has in its file. */
const agreeWithinMs = 2_000;

/** Takes in the log lines that come over one link; more than it may send are counted instead. */
export function createAgentLines(ctx: Ctx, serverId: string, nextTurn: NextTurn) {
  let allowed = burst;
  let countedAt = performance.now();
  const allow = (count: number): number => {
    const now = performance.now();
    allowed = Math.min(burst, allowed + ((now - countedAt) / 1000) * linesPerSecond);
    countedAt = now;
    const granted = Math.min(count, Math.floor(allowed));
    allowed -= granted;
    return granted;
  };
  /** `clockAheadMs`: how wrong the sender's clock is. */
  return async ({ lines, skipped }: Batch, server: { name: string; clockAheadMs: number }): Promise<void> => {
    const source = { host: serverId, label: server.name };
    const taken = lines.slice(0, allow(lines.length));
    noteSkipped(ctx, source, { key: 'agent', count: skipped + lines.length - taken.length });
    const aheadMs = Math.abs(server.clockAheadMs) < agreeWithinMs ? 0 : server.clockAheadMs;
    await eachInTurns(taken, nextTurn, (line) =>
      addEntries(ctx, source, [{ ...line, at: new Date(line.at.getTime() - aheadMs) }]),
    );
  };
}
