import { AudioPlayerStatus, createAudioPlayer, type AudioPlayer } from '@discordjs/voice';
import type { Logger } from 'pino';
import { createSound, type Sound } from './sound.ts';

type Playing = { entryId: string; sound: Sound };
type Request = { entryId: string; ffmpeg: string; path: string; fromMs: number; volume: number };

type Outcome = { entryId: string; isBroken: boolean };

/** Enough for a busy machine to deliver the next frames in time. */
const maxMissedFrames = 250;

/** Plays one song at a time from its file, and remembers its position. */
export function createPlayback(log: Logger, onEnd: (outcome: Outcome) => void) {
  const player: AudioPlayer = createAudioPlayer({ behaviors: { maxMissedFrames } });
  let playing: Playing | undefined;
  let isPaused = false;
  /** The position of a song that was interrupted. */
  let interrupted: { entryId: string; positionMs: number } | undefined;

  const applyPause = () => (isPaused ? player.pause() : player.unpause());
  player.on('error', (err) => log.info({ err }, 'Error while playing a song'));
  player.on('stateChange', (_, { status }) => {
    // The library ignores a pause while it buffers, and resumes on its own when voice is back.
    if (status === AudioPlayerStatus.Playing && isPaused) queueMicrotask(applyPause);
    if (status !== AudioPlayerStatus.Idle || !playing) return;
    const { entryId, sound } = playing;
    playing = undefined;
    interrupted = undefined;
    void sound.isBroken().then((isBroken) => {
      sound.stop();
      onEnd({ entryId, isBroken });
    });
  });

  const stop = () => {
    if (!playing) return;
    const { entryId, sound } = playing;
    interrupted = { entryId, positionMs: sound.positionMs() };
    playing = undefined;
    player.stop(true);
    sound.stop();
  };

  return {
    player,
    /** The position in the current song, or where it was interrupted. */
    position: () => (playing ? { entryId: playing.entryId, positionMs: playing.sound.positionMs() } : interrupted),
    isPlaying: () => playing !== undefined,
    stop,
    /** Another song is due: stops this one and drops its position. */
    reset: () => {
      stop();
      interrupted = undefined;
    },
    /** For another song or another volume the sound is created again, from the current position. */
    play: ({ entryId, fromMs, ...request }: Request) => {
      const isSame = playing?.entryId === entryId && playing.sound.volume === request.volume;
      if (isSame) return;
      stop();
      const start = interrupted?.entryId === entryId ? interrupted.positionMs : fromMs;
      const sound = createSound({ ...request, fromMs: start });
      playing = { entryId, sound };
      player.play(sound.resource);
    },
    setPaused: (isOn: boolean) => {
      isPaused = isOn;
      applyPause();
    },
  };
}
