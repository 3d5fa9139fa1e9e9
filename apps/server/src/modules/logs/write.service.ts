import { setTimeout as delay } from 'node:timers/promises';
import { logLevels } from '@tribehall/contract/logs.contract';
import type { Ctx } from '../../context.ts';
import { isBadData, lacksPartition } from '../../db/db.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { publishLive } from '../events/events.service.ts';
import * as entries from './entries.store.ts';
import type { Entry } from './log-buffer.ts';
import { logBuffer } from './logs.service.ts';
import { isWithin, type Span } from './partition-span.ts';
import { addPartitionsFor } from './partitions.service.ts';
import * as sources from './sources.store.ts';

const writeEveryMs = 250;
const stopWithinMs = 2_000;
const maxRows = 500;
const hourMs = 60 * 60 * 1000;
/** Of one statement: the driver writes it out as a whole, and everybody waits meanwhile. */
const maxCharacters = 256 * 1024;
const noteSourceEveryMs = 60_000;
const waitAfterFailureMs = 2_000;

const writers = perPortal(() => ({
  running: undefined as Promise<void> | undefined,
  isFailing: false,
  notBeforeMs: 0,
  /** Of the partitions that were there when last looked for. */
  spans: [] as Span[],
  /** When each source was last noted, and as what. */
  noted: new Map<string, { label: string; atMs: number }>(),
}));

/** Writes entries as they come. Answers what stops it, once the last are written or the database is away. */
export function keepWriting(ctx: Ctx): () => Promise<void> {
  const timer = setInterval(() => void writeWaiting(ctx), writeEveryMs).unref();
  return async () => {
    clearInterval(timer);
    const lastWords = writeWaiting(ctx).then(() => writeWaiting(ctx, { isLast: true }));
    await Promise.race([lastWords, delay(stopWithinMs, undefined, { ref: false })]);
  };
}

/** Writes what waits, one batch after the other. What the database cannot take now stays where it is. */
function writeWaiting(ctx: Ctx, options: { isLast?: boolean } = {}): Promise<void> {
  const writer = writers(ctx);
  const isDue = options.isLast === true || performance.now() >= writer.notBeforeMs;
  if (!writer.running && isDue && logBuffer(ctx).size() > 0)
    writer.running = writeAll(ctx).finally(() => (writer.running = undefined));
  return writer.running ?? Promise.resolve();
}

async function writeAll(ctx: Ctx): Promise<void> {
  const buffer = logBuffer(ctx);
  const hosts = new Set<string>();
  const take = () => buffer.take(maxRows, maxCharacters);
  for (let batch = take(); batch.length > 0; batch = take()) {
    try {
      await writeBatch(ctx, batch);
      for (const { host } of batch) hosts.add(host);
      recover(ctx);
    } catch (error) {
      if (isBadData(error)) for (const entry of batch) buffer.skip(entry);
      else buffer.putBack(batch);
      fail(ctx, error);
      break;
    }
  }
  if (hosts.size > 0) publishLive(ctx, 'logs', 'added', { hosts: [...hosts] });
}

async function writeBatch(ctx: Ctx, batch: Entry[]): Promise<void> {
  await noteSources(ctx, batch);
  await makeRoom(ctx, batch);
  const rows = batch.map((entry) => ({ ...entry, level: logLevels.indexOf(entry.level) }));
  try {
    await entries.insertEntries(ctx.db, rows);
  } catch (error) {
    if (!lacksPartition(error)) throw error;
    // One that was there is gone: it held what was older than is kept.
    writers(ctx).spans = [];
    await makeRoom(ctx, batch);
    await entries.insertEntries(ctx.db, rows);
  }
}

async function makeRoom(ctx: Ctx, batch: Entry[]): Promise<void> {
  const writer = writers(ctx);
  // One of each hour is enough: no partition is smaller.
  const moments = [...new Map(batch.map(({ at }) => [Math.floor(at.getTime() / hourMs), at])).values()];
  if (moments.some((at) => !writer.spans.some((span) => isWithin(at, span))))
    writer.spans = await addPartitionsFor(ctx, moments);
}

/** Those that are new or were not noted for a while. */
async function noteSources(ctx: Ctx, batch: Entry[]): Promise<void> {
  const { noted } = writers(ctx);
  const nowMs = ctx.clock().getTime();
  const due = new Map<string, sources.SourceRow>();
  for (const { host, key, label } of batch) {
    const name = JSON.stringify([host, key]);
    const last = noted.get(name);
    if (last?.label !== label || nowMs - last.atMs >= noteSourceEveryMs) due.set(name, { host, key, label });
  }
  if (due.size === 0) return;
  const rows = [...due.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await sources.putSources(
    ctx.db,
    rows.map(([, row]) => row),
    ctx.clock(),
  );
  for (const [name, { label }] of rows) noted.set(name, { label, atMs: nowMs });
}

/** Said once: the line about it waits in the same buffer. */
function fail(ctx: Ctx, err: unknown): void {
  const writer = writers(ctx);
  writer.notBeforeMs = performance.now() + waitAfterFailureMs;
  if (!writer.isFailing) ctx.log.warn({ err }, 'Log entries could not be written yet');
  writer.isFailing = true;
}

function recover(ctx: Ctx): void {
  writers(ctx).isFailing = false;
}
