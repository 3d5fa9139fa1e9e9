import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Ctx } from '../../context.ts';
import { countSongs } from '../music/downloads/songs.service.ts';
import { readTool, type Tool } from '../music/yt-dlp/tool.service.ts';
import { createCpuMeter, readMemoryPercent, readTemperature } from './host-meters.ts';

const readWithinMs = 2000;
const logEveryMs = 60 * 60 * 1000;

type Values = {
  cpu: number;
  ram: number;
  temp: number | null;
  drive: { used: number; capacity: number };
  ftp: number;
  songs: { songs: number; bytes: number };
  tool: Tool;
};

/** The sources of the metrics. Each may fail. */
export type Meters = { [Name in keyof Values]: () => Values[Name] | Promise<Values[Name]> };
type Metrics = { [Name in keyof Values]: () => Promise<Values[Name]> };

/** The values of metrics that cannot be read. */
const fallbacks: Values = {
  cpu: 0,
  ram: 0,
  temp: null,
  drive: { used: 0, capacity: 0 },
  ftp: 0,
  songs: { songs: 0, bytes: 0 },
  tool: { versionLocal: null, versionRemote: null, warnings: [] },
};

export function hostMeters(ctx: Ctx, readFtp: () => number): Meters {
  return {
    cpu: createCpuMeter(),
    ram: () => readMemoryPercent(),
    temp: () => readTemperature(),
    drive: () => readDrive(ctx.config.DATA_DIR),
    ftp: readFtp,
    songs: () => countSongs(ctx),
    tool: () => readTool(ctx),
  };
}

export function createMetrics({ log }: Ctx, meters: Meters): Metrics {
  const metric = <T>(name: string, fallback: T, read: () => T | Promise<T>) =>
    createMetric(log, { name, fallback, read });
  return {
    cpu: metric('cpu', fallbacks.cpu, meters.cpu),
    ram: metric('ram', fallbacks.ram, meters.ram),
    temp: metric('temp', fallbacks.temp, meters.temp),
    drive: metric('drive', fallbacks.drive, meters.drive),
    ftp: metric('ftp', fallbacks.ftp, meters.ftp),
    songs: metric('songs', fallbacks.songs, meters.songs),
    tool: metric('tool', fallbacks.tool, meters.tool),
  };
}

async function readDrive(folder: string): Promise<Values['drive']> {
  const { blocks, bfree, bsize } = await statfs(folder);
  return { used: (blocks - bfree) * bsize, capacity: blocks * bsize };
}

/**
 * A metric whose source may fail or hang without affecting the others: a failed read gives `fallback`, a slow one the
 * previous value. Single-flight: a source that hangs is not read again.
 */
function createMetric<T>(
  log: Logger,
  { name, fallback, read }: { name: string; fallback: T; read: () => T | Promise<T> },
): () => Promise<T> {
  let last = fallback;
  let running: Promise<void> | undefined;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const warn = (err: unknown) => {
    if (performance.now() - loggedAt < logEveryMs) return;
    loggedAt = performance.now();
    log.warn({ err, metric: name }, 'A host metric could not be read');
  };
  const run = async () => {
    try {
      last = await read();
    } catch (err) {
      last = fallback;
      warn(err);
    }
  };
  return async () => {
    running ??= run().finally(() => (running = undefined));
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, readWithinMs, 'late')));
    if ((await Promise.race([running, tooLate])) === 'late') warn(new Error(`No value within ${readWithinMs} ms`));
    clearTimeout(timer);
    return last;
  };
}
