import { cpus } from 'node:os';

/** What every core has spent its time on since the host started, in milliseconds. */
type CoreTimes = { idle: number } & Record<string, number>;

const readCores = (): CoreTimes[] => cpus().map((core) => core.times);

/** Tells how busy all cores together were since it was asked before, from 0 to 100. */
export function createCpuMeter(read: () => readonly CoreTimes[] = readCores): () => number {
  let before = addUp(read());
  let percent = 0;
  return () => {
    const now = addUp(read());
    const total = now.total - before.total;
    // Counters stand still between two ticks of the kernel, and jump back when a core is taken away.
    if (total > 0) percent = Math.min(100, Math.max(0, (1 - (now.idle - before.idle) / total) * 100));
    before = now;
    return percent;
  };
}

function addUp(cores: readonly CoreTimes[]): { idle: number; total: number } {
  let [idle, total] = [0, 0];
  for (const times of cores) {
    idle += times.idle;
    for (const spent of Object.values(times)) total += spent;
  }
  return { idle, total };
}
