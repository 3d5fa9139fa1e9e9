import { readdir, readFile } from 'node:fs/promises';
import { cpus, freemem, totalmem } from 'node:os';
import { join } from 'node:path';

/** Other values come from sensors that are not connected. */
const plausibleCelsius = { from: 1, to: 120 };
const maxSensors = 64;

/** Milliseconds per activity of one core since the host started. */
type CoreTimes = { idle: number } & Record<string, number>;

const readCores = (): CoreTimes[] => cpus().map((core) => core.times);

/** Returns the CPU usage of all cores since the last call, from 0 to 100. */
export function createCpuMeter(read: () => readonly CoreTimes[] = readCores): () => number {
  let before = sumTimes(read());
  let percent = 0;
  return () => {
    const now = sumTimes(read());
    const total = now.total - before.total;
    // Counters do not change between two kernel ticks, and jump back when a core is removed.
    if (total > 0) percent = Math.min(100, Math.max(0, (1 - (now.idle - before.idle) / total) * 100));
    before = now;
    return percent;
  };
}

function sumTimes(cores: readonly CoreTimes[]): { idle: number; total: number } {
  let [idle, total] = [0, 0];
  for (const times of cores) {
    idle += times.idle;
    for (const spent of Object.values(times)) total += spent;
  }
  return { idle, total };
}

/** Memory usage from 0 to 100: of the container's limit where it has one, otherwise of the host. */
export async function readMemoryPercent(root = '/'): Promise<number> {
  const host = await readHostMemory(root);
  const limit = await readContainerMemory(root);
  const { used, size } = limit && limit.size < host.size ? limit : host;
  return Math.min(100, Math.max(0, (used / size) * 100));
}

async function readHostMemory(root: string): Promise<{ used: number; size: number }> {
  const text = await readFile(join(root, 'proc/meminfo'), 'utf8').catch(() => '');
  const size = numberAfter(text, 'MemTotal:') * 1024;
  const available = numberAfter(text, 'MemAvailable:') * 1024;
  if (size > 0 && !Number.isNaN(available)) return { used: size - available, size };
  return { used: totalmem() - freemem(), size: totalmem() };
}

async function readContainerMemory(root: string): Promise<{ used: number; size: number } | undefined> {
  const read = (name: string) => readFile(join(root, 'sys/fs/cgroup', name), 'utf8').catch(() => '');
  const [max, current, stat] = await Promise.all(['memory.max', 'memory.current', 'memory.stat'].map(read));
  // `max` means that there is no limit.
  const [size, charged] = [Number.parseInt(max ?? '', 10), Number.parseInt(current ?? '', 10)];
  if (!(size > 0) || Number.isNaN(charged)) return undefined;
  // The inactive page cache is reclaimed as soon as memory is needed.
  const reclaimable = numberAfter(stat ?? '', 'inactive_file');
  return { used: charged - (reclaimable || 0), size };
}

function numberAfter(text: string, name: string): number {
  const line = text.split('\n').find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}\t`));
  return Number.parseInt(line?.slice(name.length).trim() ?? '', 10);
}

/** The hottest sensor in degrees Celsius, or null where there is none. */
export async function readTemperature(root = '/'): Promise<number | null> {
  const files = [
    ...(await listSensors(join(root, 'sys/class/thermal'), /^thermal_zone\d+$/, /^temp$/)),
    ...(await listSensors(join(root, 'sys/class/hwmon'), /^hwmon\d+$/, /^temp\d+_input$/)),
  ];
  const degrees: number[] = [];
  for (const file of files.slice(0, maxSensors)) {
    // A sensor in sleep mode cannot be read.
    const text = await readFile(file, 'utf8').catch(() => '');
    const value = Number.parseInt(text, 10) / 1000;
    if (value >= plausibleCelsius.from && value <= plausibleCelsius.to) degrees.push(value);
  }
  return degrees.length > 0 ? Math.max(...degrees) : null;
}

const listNames = (path: string) => readdir(path).catch((): string[] => []);

async function listSensors(folder: string, device: RegExp, file: RegExp): Promise<string[]> {
  const devices = (await listNames(folder)).filter((name) => device.test(name)).map((name) => join(folder, name));
  const found = await Promise.all(
    devices.map(async (path) =>
      (await listNames(path)).filter((name) => file.test(name)).map((name) => join(path, name)),
    ),
  );
  return found.flat();
}
