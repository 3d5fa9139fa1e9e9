import { hostname, homedir } from 'node:os';
import type { ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { BusAwayError, NoResponderError } from '../../platform/bus/bus.ts';
import { record } from '../audit/audit.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { commandLine } from './command-line.ts';
import { refuseNoDirectory } from './directories.ts';
import type { OutputReader } from './output-pump.ts';
import { runCommand, type Order, type RunEnd } from './run-command.ts';
import { userName } from './run-environment.ts';
import { confirmedUntil, isTerminalOn, refuseTerminal } from './terminal.policy.ts';
import { openRun, terminalOf, type EndReason, type Run } from './terminal.runs.ts';

/** A command that is written down and has its place, but does not run yet. */
export type ReadyRun = {
  id: string;
  /** Runs it and answers its end. Never fails. */
  go: (reader: OutputReader, maxBytes?: number) => Promise<RunEnd>;
  end: (reason: EndReason) => void;
};

const stopWithinMs = 2000;
const stopSubject = (runId: string) => `terminal.stop.${runId}`;

export function state(ctx: Ctx, caller: Caller): ReplyOutput<'GET /terminal'> {
  return {
    isOn: isTerminalOn(ctx),
    confirmedUntil: confirmedUntil(ctx, caller)?.toISOString() ?? null,
    home: homedir(),
    user: userName(),
    host: hostname(),
  };
}

/** Allowed, valid, written down: what cannot be written down does not run. */
export async function prepare(ctx: Ctx, caller: Caller, order: Order): Promise<ReadyRun> {
  refuseTerminal(ctx, caller);
  await refuseNoDirectory(order.cwd);
  const run = openRun(terminalOf(ctx), caller, ctx.clock());
  try {
    await inTransaction(ctx, (ctx) =>
      record(ctx, caller, {
        action: 'terminal.run',
        target: commandLine(order.cmd, order.args),
        outcome: 'started',
        details: { ...order, runId: run.id },
      }),
    );
  } catch (error) {
    run.leave();
    throw error;
  }
  const forget = ctx.bus.respond(stopSubject(run.id), async (data) => {
    const isTheirs = (data as { userId?: string }).userId === run.userId;
    if (isTheirs) run.end('stopped');
    return { isTheirs };
  });
  const go: ReadyRun['go'] = async (reader, maxBytes) => {
    try {
      const end = await runCommand(ctx, run, order, reader, maxBytes);
      await recordEnd(ctx, caller, run, order, end);
      return end;
    } finally {
      forget();
      run.leave();
    }
  };
  return { id: run.id, go, end: run.end };
}

/** Stops a run of this user, on whichever portal it runs. */
export async function stop(ctx: Ctx, caller: Caller, runId: string): Promise<void> {
  const missing = new AppError('NOT_FOUND', 'This command does not run any more.');
  if (!/^[\w-]+$/.test(runId)) throw missing;
  try {
    const answer = await ctx.bus.request(stopSubject(runId), { userId: caller.userId }, stopWithinMs);
    if (!(answer as { isTheirs: boolean }).isTheirs) throw missing;
  } catch (error) {
    if (error instanceof BusAwayError)
      throw new AppError('UNAVAILABLE', "This portal can't reach the others right now. Try again in a moment.");
    throw error instanceof NoResponderError ? missing : error;
  }
}

async function recordEnd(ctx: Ctx, caller: Caller, run: Run, order: Order, end: RunEnd): Promise<void> {
  const { code, endedBy, bytes, message } = end;
  const durationMs = ctx.clock().getTime() - run.startedAt.getTime();
  const outcome = endedBy === 'itself' ? (code === 0 ? 'done' : `code ${code}`) : endedBy;
  try {
    const details = { runId: run.id, code, endedBy, bytes, durationMs, ...(message ? { message } : {}) };
    await inTransaction(ctx, (ctx) =>
      record(ctx, caller, { action: 'terminal.end', target: commandLine(order.cmd, order.args), outcome, details }),
    );
  } catch (err) {
    ctx.log.error({ err, runId: run.id }, 'The end of a command could not be written down');
  }
}
