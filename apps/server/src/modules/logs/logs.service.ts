import type { logs } from '@tribehall/contract/agent/agent.contract';
import { logLimits, type LogLevel } from '@tribehall/contract/logs.contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { eachInTurns, type NextTurn } from '../../platform/turns.ts';
import { readPortalId } from '../site/site.service.ts';
import type { Entry } from './intake/log-buffer.ts';
import { readPinoLine, visibleLine } from './intake/log-text.ts';

type LogLine = { at: Date; key: string; level: LogLevel; text: string };
type Source = { host: string; label: string };
type IntakeCtx = Pick<Ctx, 'config' | 'state'>;

const botSource: Source = { host: 'bot', label: 'Bot' };
const dayMs = 24 * 60 * 60 * 1000;
const maxAheadMs = 60 * 60 * 1000;
/** Token bucket of one agent connection. */
const linesPerSecond = 2_000;
const burst = 10 * linesPerSecond;
/** Smaller differences between clocks are ignored: a line retains the time that it has in its file. */
const clockToleranceMs = 2_000;

/** Takes in lines of a source. Never waits and never fails: they are written soon, or counted as skipped. */
export function addEntries(ctx: IntakeCtx & Pick<Ctx, 'clock'>, source: Source, lines: readonly LogLine[]): void {
  const now = ctx.clock();
  ctx.state.logs.buffer.add(lines.map((line) => toEntry(ctx, source, line, now)));
}

/** Takes in the log lines of one agent connection. Lines above its rate limit are counted as skipped. */
export function createAgentLogIntake(ctx: Ctx, serverId: string, nextTurn: NextTurn) {
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
  /** `clockAheadMs`: how far the sender's clock is ahead. */
  return async (batch: z.output<(typeof logs)['params']>, server: { name: string; clockAheadMs: number }) => {
    const { lines } = batch;
    const source = { host: serverId, label: server.name };
    const taken = lines.slice(0, allow(lines.length));
    const skipped = batch.skipped + lines.length - taken.length;
    const at = ctx.clock();
    if (skipped > 0) ctx.state.logs.buffer.skip({ ...source, key: 'agent', at, level: 'warn', text: '' }, skipped);
    const aheadMs = Math.abs(server.clockAheadMs) < clockToleranceMs ? 0 : server.clockAheadMs;
    await eachInTurns(taken, nextTurn, (line) =>
      addEntries(ctx, source, [{ ...line, at: new Date(line.at.getTime() - aheadMs) }]),
    );
  };
}

/** A context whose log lines are the bot's. */
export function asBot(ctx: Ctx): Ctx {
  return { ...ctx, log: ctx.log.child({ host: botSource.host }) };
}

/** A context whose log lines belong to this part, which can be filtered on the Logs page. */
export function asPart(ctx: Ctx, part: string): Ctx {
  return { ...ctx, log: ctx.log.child({ part }) };
}

/** Takes in what this process writes to its own log, from the first line on. */
export function addOwnLine(ctx: IntakeCtx, json: string): void {
  const { at, host, part, level, text } = readPinoLine(json);
  const source = host === botSource.host ? botSource : ownSource(ctx);
  const key = part ?? (source === botSource ? 'bot' : 'portal');
  ctx.state.logs.buffer.add([toEntry(ctx, source, { at, key, level, text }, new Date())]);
}

/** The name of this process in the logs; portals that serve together have different ones. */
function ownSource({ config, state }: IntakeCtx): Source {
  if (config.TRIBEHALL_BOT === 'alone') return botSource;
  if (!config.NATS_URL) return { host: 'portal', label: 'Portal' };
  return { host: `portal-${readPortalId({ state }).slice(0, 6)}`, label: `Portal (${state.logs.hostname()})` };
}

function toEntry(ctx: IntakeCtx, { host, label }: Source, { at, key, level, text }: LogLine, now: Date): Entry {
  // Secrets are looked for in more text than is stored, so that the cut never leaves half of one.
  const redacted = ctx.state.logs.redactor()(text.slice(0, logLimits.maxLineLength * 4));
  return {
    at: plausibleTime(ctx, at, now),
    host,
    label: visibleLine(label, 128),
    key,
    level,
    text: visibleLine(redacted, logLimits.maxLineLength),
  };
}

/** A line from the future, or older than the retention, gets the time of its arrival: clocks can be wrong. */
function plausibleTime({ config }: IntakeCtx, at: Date, now: Date): Date {
  const ageMs = now.getTime() - at.getTime();
  return ageMs < config.LOG_DAYS * dayMs && ageMs > -maxAheadMs ? at : now;
}
