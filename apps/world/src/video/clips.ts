import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { clipCommands } from './clip-recipe.ts';
import type { Song } from './songs.ts';

export class ClipError extends Error {}

export type Clips = {
  /** The folder with the song's files, made on first need. */
  get: (song: Song) => Promise<string>;
  /** Makes all that are missing, one after the other. */
  makeAll: (songs: readonly Song[]) => Promise<void>;
  stop: () => void;
};

/** Told apart from clips that an older recipe made. */
const recipe = 'clips-1';

/** Short real clips, made by ffmpeg at the lowest priority and kept. One is made at a time. */
export function openClips(folder: string, ffmpeg = 'ffmpeg'): Clips {
  const home = path.join(folder, recipe);
  fs.mkdirSync(home, { recursive: true, mode: 0o700 });
  const making = new Map<string, Promise<string>>();
  let before: Promise<unknown> = Promise.resolve();
  let child: ChildProcess | undefined;
  let isStopped = false;

  const run = (args: string[], cwd: string) =>
    new Promise<void>((resolve, reject) => {
      if (isStopped) throw new ClipError('The site is closing.');
      child = spawn(ffmpeg, ['-nostdin', '-v', 'error', ...args], { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
      let complaint = '';
      child.stderr?.on('data', (chunk) => (complaint = `${complaint}${String(chunk)}`.slice(-2000)));
      child.once('error', () => reject(new ClipError('ffmpeg is not installed, so there are no clips.')));
      child.once('close', (code) => (code === 0 ? resolve() : reject(new ClipError(`ffmpeg failed: ${complaint}`))));
      if (child.pid !== undefined) lowerPriority(child.pid);
    });

  const make = async (song: Song, target: string) => {
    const draft = fs.mkdtempSync(path.join(home, '.making-'));
    try {
      for (const args of clipCommands(song)) await run(args, draft);
      fs.renameSync(draft, target);
      return target;
    } finally {
      fs.rmSync(draft, { recursive: true, force: true });
    }
  };

  const get = (song: Song): Promise<string> => {
    const target = path.join(home, song.id);
    if (fs.existsSync(target)) return Promise.resolve(target);
    const known = making.get(song.id);
    if (known) return known;
    const made = before.then(() => make(song, target));
    making.set(song.id, made);
    before = made.catch(() => undefined).finally(() => making.delete(song.id));
    return made;
  };

  return {
    get,
    makeAll: async (songs) => {
      for (const song of songs) await get(song);
    },
    stop: () => {
      isStopped = true;
      child?.kill('SIGKILL');
    },
  };
}

function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_LOW);
  } catch {
    // It may have ended already.
  }
}
