import { setTimeout as delay } from 'node:timers/promises';
import { logLevels } from '@tribehall/contract/logs.contract';
import type { Ctx } from '../../../context.ts';
import { isBadData, lacksPartition } from '../../../db/db.ts';
import { publishLive } from '../../events/events.service.ts';
import * as entries from '../search/entries.store.ts';
import type { Entry } from './log-buffer.ts';
import { isWithin } from '../../../db/partitions/partition-span.ts';
import { addPartitionsFor } from '../partitions/partitions.service.ts';
import * as sources from './sources.store.ts';

const writeEveryMs = 250;
const stopWithinMs = 2_000;
const maxRows = 500;
const hourMs = 60 * 60 * 1000;
/** Per statement: the driver serializes it in one go, which blocks the event loop. */
const maxCharacters = 256 * 1024;
const storeSourceEveryMs = 60_000;
const retryAfterMs = 2_000;

/** Writes entries as they come. Returns a function that stops it: it waits for the last entries, but not for long. */
export function startWriting(ctx: Ctx): () => Promise<void> {
  const timer = setInterval(() => void writeWaiting(ctx), writeEveryMs).unref();
  return async () => {
    clearInterval(timer);
    const lastWrites = writeWaiting(ctx).then(() => writeWaiting(ctx, { isLast: true }));
    await Promise.race([lastWrites, delay(stopWithinMs, undefined, { ref: false })]);
  };
}

/** Single-flight: writes the buffer in batches. What the database refuses for now stays in the buffer. */
function writeWaiting(ctx: Ctx, options: { isLast?: boolean } = {}): Promise<void> {
  const writer = ctx.state.logs.writer;
  const isDue = options.isLast === true || performance.now() >= writer.notBeforeMs;
  if (!writer.running && isDue && ctx.state.logs.buffer.size() > 0)
    writer.running = writeAll(ctx).finally(() => (writer.running = undefined));
  return writer.running ?? Promise.resolve();
}

async function writeAll(ctx: Ctx): Promise<void> {
  const buffer = ctx.state.logs.buffer;
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
  await storeSources(ctx, batch);
  await ensurePartitions(ctx, batch);
  const rows = batch.map((entry) => ({ ...entry, level: logLevels.indexOf(entry.level) }));
  try {
    await entries.insertEntries(ctx.db, rows);
  } catch (error) {
    if (!lacksPartition(error)) throw error;
    // A partition was dropped by the retention since the spans were read.
    ctx.state.logs.writer.spans = [];
    await ensurePartitions(ctx, batch);
    await entries.insertEntries(ctx.db, rows);
  }
}

async function ensurePartitions(ctx: Ctx, batch: Entry[]): Promise<void> {
  const writer = ctx.state.logs.writer;
  // One moment per hour is enough: no partition is smaller.
  const moments = [...new Map(batch.map(({ at }) => [Math.floor(at.getTime() / hourMs), at])).values()];
  if (moments.some((at) => !writer.spans.some((span) => isWithin(at, span))))
    writer.spans = await addPartitionsFor(ctx, moments);
}

/** Stores sources that are new, renamed or were not stored for a while. */
async function storeSources(ctx: Ctx, batch: Entry[]): Promise<void> {
  const stored = ctx.state.logs.writer.sources;
  const nowMs = ctx.clock().getTime();
  const due = new Map<string, sources.SourceRow>();
  for (const { host, key, label } of batch) {
    const name = JSON.stringify([host, key]);
    const last = stored.get(name);
    if (last?.label !== label || nowMs - last.atMs >= storeSourceEveryMs) due.set(name, { host, key, label });
  }
  if (due.size === 0) return;
  const rows = [...due.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await sources.putSources(
    ctx.db,
    rows.map(([, row]) => row),
    ctx.clock(),
  );
  for (const [name, { label }] of rows) stored.set(name, { label, atMs: nowMs });
}

/** Logged once per outage: this line waits in the same buffer. */
function fail(ctx: Ctx, err: unknown): void {
  const writer = ctx.state.logs.writer;
  writer.notBeforeMs = performance.now() + retryAfterMs;
  if (!writer.isFailing) ctx.log.warn({ err }, 'Log entries could not be written yet');
  writer.isFailing = true;
}

function recover(ctx: Ctx): void {
  ctx.state.logs.writer.isFailing = false;
}
