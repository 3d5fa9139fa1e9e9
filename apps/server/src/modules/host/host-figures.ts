import { statfs } from 'node:fs/promises';
import type { Ctx } from '../../context.ts';
import { countSongs } from '../music/downloads/songs.service.ts';
import { readTool, type Tool } from '../music/yt-dlp/tool.service.ts';
import { createCpuMeter } from './cpu-meter.ts';
import { createFigure } from './figure.ts';
import { readMemoryPercent } from './memory.ts';
import { readTemperature } from './temperature.ts';

type Values = {
  cpu: number;
  ram: number;
  temp: number | null;
  drive: { used: number; capacity: number };
  ftp: number;
  songs: { songs: number; bytes: number };
  tool: Tool;
};

/** Where the figures come from. Each may fail. */
export type Meters = { [Name in keyof Values]: () => Values[Name] | Promise<Values[Name]> };
type Figures = { [Name in keyof Values]: () => Promise<Values[Name]> };

/** What a figure is while it cannot be read. */
const unknown: Values = {
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

export function createFigures({ log }: Ctx, meters: Meters): Figures {
  const figure = <T>(name: string, fallback: T, read: () => T | Promise<T>) =>
    createFigure(log, { name, fallback, read });
  return {
    cpu: figure('cpu', unknown.cpu, meters.cpu),
    ram: figure('ram', unknown.ram, meters.ram),
    temp: figure('temp', unknown.temp, meters.temp),
    drive: figure('drive', unknown.drive, meters.drive),
    ftp: figure('ftp', unknown.ftp, meters.ftp),
    songs: figure('songs', unknown.songs, meters.songs),
    tool: figure('tool', unknown.tool, meters.tool),
  };
}

async function readDrive(folder: string): Promise<Values['drive']> {
  const { blocks, bfree, bsize } = await statfs(folder);
  return { used: (blocks - bfree) * bsize, capacity: blocks * bsize };
}
