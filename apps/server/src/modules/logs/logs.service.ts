import { logLimits, type LogLevel } from '@tribehall/contract/logs.contract';
import type { Config } from '../../config.ts';
import type { Ctx } from '../../context.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { visibleLine } from './entry-text.ts';
import { createLogBuffer, type Entry } from './log-buffer.ts';
import { botSource, ownSource, type Source } from './own-source.ts';
import { readPinoLine } from './pino-line.ts';
import { cutSecrets } from './portal-secrets.ts';

export type Line = { at: Date; key: string; level: LogLevel; text: string };

const dayMs = 24 * 60 * 60 * 1000;
const maxAheadMs = 60 * 60 * 1000;

/** Entries of this portal that wait to be written. */
export const logBuffer = perPortal(() => createLogBuffer());

/** Takes lines of a source in. Never waits and never fails: they are written soon, or counted as skipped. */
export function addEntries(ctx: Pick<Ctx, 'config' | 'clock'>, source: Source, lines: readonly Line[]): void {
  const now = ctx.clock();
  logBuffer(ctx).add(lines.map((line) => toEntry(ctx.config, source, line, now)));
}

/** Says in the log of a source that lines are missing. */
export function noteSkipped(
  ctx: Pick<Ctx, 'config' | 'clock'>,
  source: Source,
  skipped: { key: string; count: number },
): void {
  const { key, count } = skipped;
  if (count > 0) logBuffer(ctx).skip({ ...source, key, at: ctx.clock(), level: 'warn', text: '' }, count);
}

/** A context whose log lines are the bot's. */
export function asBot(ctx: Ctx): Ctx {
  return { ...ctx, log: ctx.log.child({ host: botSource.host }) };
}

/** A context whose log lines are of this part, which people can choose to see alone. */
export function asPart(ctx: Ctx, part: string): Ctx {
  return { ...ctx, log: ctx.log.child({ part }) };
}

/** Takes in what this process says in its own log, from its first line on. */
export function addOwnLine(config: Config, json: string): void {
  const { at, host, part, level, text } = readPinoLine(json);
  const source = host === botSource.host ? botSource : ownSource({ config });
  const key = part ?? (source === botSource ? 'bot' : 'portal');
  const entry = toEntry(config, source, { at, key, level, text }, new Date());
  logBuffer({ config }).add([entry]);
}

function toEntry(config: Config, { host, label }: Source, { at, key, level, text }: Line, now: Date): Entry {
  // What is cut off is never half of a secret: those are looked for in more than is kept.
  const safe = cutSecrets({ config })(text.slice(0, logLimits.maxLineLength * 4));
  const name = visibleLine(label, 128);
  return {
    at: plausible(config, at, now),
    host,
    label: name,
    key,
    level,
    text: visibleLine(safe, logLimits.maxLineLength),
  };
}

/** A clock may say anything; what is too old to be kept or of the future gets the time it came. */
function plausible({ LOG_DAYS }: Config, at: Date, now: Date): Date {
  const ageMs = now.getTime() - at.getTime();
  return ageMs < LOG_DAYS * dayMs && ageMs > -maxAheadMs ? at : now;
}
