import { readFile } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { join } from 'node:path';

/** How much of the memory is in use, from 0 to 100: of the limit of the container where it has one, else of the host. */
export async function readMemoryPercent(root = '/'): Promise<number> {
  const host = await readHost(root);
  const limit = await readLimit(root);
  const { used, size } = limit && limit.size < host.size ? limit : host;
  return Math.min(100, Math.max(0, (used / size) * 100));
}

async function readHost(root: string): Promise<{ used: number; size: number }> {
  const text = await readFile(join(root, 'proc/meminfo'), 'utf8').catch(() => '');
  const size = numberAfter(text, 'MemTotal:') * 1024;
  const available = numberAfter(text, 'MemAvailable:') * 1024;
  if (size > 0 && !Number.isNaN(available)) return { used: size - available, size };
  return { used: totalmem() - freemem(), size: totalmem() };
}

async function readLimit(root: string): Promise<{ used: number; size: number } | undefined> {
  const read = (name: string) => readFile(join(root, 'sys/fs/cgroup', name), 'utf8').catch(() => '');
  const [max, current, stat] = await Promise.all(['memory.max', 'memory.current', 'memory.stat'].map(read));
  // It says `max` where there is no limit.
  const [size, charged] = [Number.parseInt(max ?? '', 10), Number.parseInt(current ?? '', 10)];
  if (!(size > 0) || Number.isNaN(charged)) return undefined;
  // Files read long ago are given back as soon as somebody needs the room.
  const givenBack = numberAfter(stat ?? '', 'inactive_file');
  return { used: charged - (givenBack || 0), size };
}

function numberAfter(text: string, name: string): number {
  const line = text.split('\n').find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}\t`));
  return Number.parseInt(line?.slice(name.length).trim() ?? '', 10);
}
