import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { createAudioResource, StreamType, type AudioResource } from '@discordjs/voice';
import { hostEnvironment } from '../../config.ts';

export type Sound = {
  resource: AudioResource;
  volume: number;
  positionMs: () => number;
  /** Whether nothing could be played; only meaningful once it has ended. */
  isBroken: () => Promise<boolean>;
  stop: () => void;
};

/** A file for which ffmpeg needs longer has no sound in it. */
const startWithinMs = 20_000;
const endWithinMs = 2000;

type SoundOptions = { ffmpeg: string; path: string; fromMs: number; volume: number };

/** A song from some position on, encoded for Discord. */
export function createSound({ ffmpeg, path, fromMs, volume }: SoundOptions): Sound {
  const child = spawn(ffmpeg, soundArgs(path, fromMs, volume), {
    env: hostEnvironment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  const resource = createAudioResource(child.stdout, { inputType: StreamType.OggOpus });
  const startTimer = setTimeout(() => resource.started || child.kill('SIGKILL'), startWithinMs);
  return {
    resource,
    volume,
    positionMs: () => fromMs + resource.playbackDuration,
    isBroken: async () => {
      if (resource.playbackDuration > 0) return false;
      const code = await Promise.race([ended, wait(endWithinMs, null, { ref: false })]);
      return code !== 0 || fromMs === 0;
    },
    stop: () => {
      clearTimeout(startTimer);
      child.stdout.destroy();
      child.kill('SIGKILL');
    },
  };
}

/** Only local files may be read, whatever a downloaded playlist or container refers to. */
function soundArgs(path: string, fromMs: number, volume: number): string[] {
  const input = ['-nostdin', '-v', 'quiet', '-protocol_whitelist', 'file', '-ss', String(fromMs / 1000), '-i', path];
  const shape = ['-vn', '-af', `volume=${volume / 100}`, '-ac', '2', '-ar', '48000', '-c:a', 'libopus', '-b:a', '96k'];
  return [...input, ...shape, '-f', 'ogg', 'pipe:1'];
}
