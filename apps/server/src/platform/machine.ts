import { availableParallelism, totalmem } from 'node:os';

const megabyte = 1024 * 1024;
/** Below this a machine is small: 1 GB is what the smallest rented ones have, and they report a little less. */
const smallMb = 1_900;

export type Machine = { memoryMb: number; cores: number };

/** What this process may use: in a container, that of its limits. */
export function thisMachine(): Machine {
  const limit = process.constrainedMemory();
  const memory = limit > 0 && limit < totalmem() ? limit : totalmem();
  return { memoryMb: Math.floor(memory / megabyte), cores: availableParallelism() };
}

/** Defaults that fit a machine. What is stored, and for how long, never depends on it. */
export function defaultsFor({ memoryMb, cores }: Machine) {
  const isSmall = memoryMb < smallMb;
  return {
    /** Connections to the database; each has a process there. */
    databasePool: isSmall ? 10 : 20,
    /** Of a terminal command: at most half of the machine, or it could end the portal. */
    terminalMb: Math.max(64, Math.min(1_024, Math.floor(memoryMb / 2))),
    /** Password hashes at a time. Each takes a core, and 46 MB. */
    hashes: Math.min(2, cores),
    /** Downloads of songs at a time, each with yt-dlp and ffmpeg. */
    downloads: isSmall || cores === 1 ? 1 : 2,
  };
}

export const machineDefaults = defaultsFor(thisMachine());
