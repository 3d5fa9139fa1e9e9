import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { ReplyOutput, topics } from '@tribehall/contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { createFolderMeter } from './folder-meter.ts';
import { createMetrics, hostMeters, type Meters } from './metrics.ts';

export type HostSnapshot = z.output<(typeof topics)['host.stats']['snapshot']>;
type HostStats = ReplyOutput<'GET /os/stats'>;
type Sample = HostSnapshot['samples'][number];

const retentionMs = 10 * 60 * 1000;

export type HostMonitor = ReturnType<typeof createMonitor>;

/** Samples the host and retains the last minutes. */
export function createMonitor(ctx: Ctx, replaced: Partial<Meters> = {}) {
  const ftp = createFolderMeter({ folder: ctx.config.FTP_DIR, log: ctx.log, clock: ctx.clock });
  const metrics = createMetrics(ctx, { ...hostMeters(ctx, ftp.read), ...replaced });
  let samples: Sample[] = [];
  let sampling: Promise<Sample> | undefined;
  let now: HostStats | undefined;
  let isWatched = false;

  const takeSample = async (): Promise<Sample> => {
    const [cpu, ram, temp] = await Promise.all([metrics.cpu(), metrics.ram(), metrics.temp()]);
    const at = ctx.clock();
    const sample = { at, cpuUsage: round(cpu), ramUsage: round(ram), temp: temp === null ? null : round(temp) };
    const oldest = at.getTime() - retentionMs;
    samples = [...samples.filter((known) => known.at.getTime() > oldest), sample];
    return sample;
  };
  const sample = () => (sampling ??= takeSample().finally(() => (sampling = undefined)));

  const describe = async ({ cpuUsage, ramUsage, temp }: Sample): Promise<HostStats> => {
    const [drive, ftpBytes, { songs, bytes }, ytDownloader] = await Promise.all([
      metrics.drive(),
      metrics.ftp(),
      metrics.songs(),
      metrics.tool(),
    ]);
    const driveUsage = { total: drive.used, music: bytes, ftp: ftpBytes, capacity: drive.capacity };
    return { host: hostname(), cpuUsage, ramUsage, temp, driveUsage, music: { songs, ytDownloader } };
  };

  return {
    /** Distinguishes this host from those of other portals. */
    id: randomBytes(6).toString('hex'),
    /** Takes a sample. The more expensive metrics are read only once someone has looked at them. */
    async measure(): Promise<{ now: HostStats; sample: Sample } | undefined> {
      const taken = await sample();
      if (!isWatched) return undefined;
      now = await describe(taken);
      return { now, sample: taken };
    },
    async read(): Promise<HostSnapshot> {
      isWatched = true;
      now ??= await describe(samples.at(-1) ?? (await sample()));
      return { now, samples };
    },
    start: ftp.refresh,
    stop: ftp.stop,
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
