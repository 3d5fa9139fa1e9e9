import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { createAudioResource, StreamType, type AudioResource } from '@discordjs/voice';
import { hostEnvironment } from '../../config.ts';

export type Sound = {
  resource: AudioResource;
  volume: number;
  positionMs: () => number;
  /** Whether it came to nothing, to be asked when it is over. */
  isBroken: () => Promise<boolean>;
  stop: () => void;
};

/** A file over which ffmpeg broods for longer has no sound in it. */
const beginWithinMs = 20_000;
const endWithinMs = 2000;

type SoundOrder = { ffmpeg: string; file: string; fromMs: number; volume: number };

/** A song from some point on, as Discord wants to hear it. */
export function createSound({ ffmpeg, file, fromMs, volume }: SoundOrder): Sound {
  const child = spawn(ffmpeg, soundArgs(file, fromMs, volume), {
    env: hostEnvironment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  const resource = createAudioResource(child.stdout, { inputType: StreamType.OggOpus });
  const begun = setTimeout(() => resource.started || child.kill('SIGKILL'), beginWithinMs);
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
      clearTimeout(begun);
      child.stdout.destroy();
      child.kill('SIGKILL');
    },
  };
}

/** What was downloaded is read as a file and as nothing else, whatever it says it is. */
function soundArgs(file: string, fromMs: number, volume: number): string[] {
  const input = ['-nostdin', '-v', 'quiet', '-protocol_whitelist', 'file', '-ss', String(fromMs / 1000), '-i', file];
  const shape = ['-vn', '-af', `volume=${volume / 100}`, '-ac', '2', '-ar', '48000', '-c:a', 'libopus', '-b:a', '96k'];
  return [...input, ...shape, '-f', 'ogg', 'pipe:1'];
}
