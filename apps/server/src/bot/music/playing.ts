import { AudioPlayerStatus, createAudioPlayer, type AudioPlayer } from '@discordjs/voice';
import type { Logger } from 'pino';
import { createSound, type Sound } from './sound.ts';

type Playing = { entryId: string; sound: Sound };
type Order = { entryId: string; ffmpeg: string; file: string; fromMs: number; volume: number };

type Outcome = { entryId: string; isBroken: boolean };

/** Long enough for a busy machine to come up with the next sound. */
const maxMissedFrames = 250;

/** Plays one song at a time from its file, and remembers where it was. */
export function createPlaying(log: Logger, onEnd: (outcome: Outcome) => void) {
  const player: AudioPlayer = createAudioPlayer({ behaviors: { maxMissedFrames } });
  let playing: Playing | undefined;
  let isHeld = false;
  /** Where a song stopped that is not heard at the moment. */
  let left: { entryId: string; positionMs: number } | undefined;

  const hold = () => (isHeld ? player.pause() : player.unpause());
  player.on('error', (err) => log.info({ err }, 'A song met an error while it played'));
  player.on('stateChange', (_, { status }) => {
    // It takes no pause while it has nothing to play yet, and goes on by itself when voice is back.
    if (status === AudioPlayerStatus.Playing && isHeld) queueMicrotask(hold);
    if (status !== AudioPlayerStatus.Idle || !playing) return;
    const { entryId, sound } = playing;
    playing = undefined;
    left = undefined;
    void sound.isBroken().then((isBroken) => {
      sound.stop();
      onEnd({ entryId, isBroken });
    });
  });

  const stop = () => {
    if (!playing) return;
    const { entryId, sound } = playing;
    left = { entryId, positionMs: sound.positionMs() };
    playing = undefined;
    player.stop(true);
    sound.stop();
  };

  return {
    player,
    /** What is heard, or where it was left. */
    where: () => (playing ? { entryId: playing.entryId, positionMs: playing.sound.positionMs() } : left),
    isPlaying: () => playing !== undefined,
    stop,
    /** Another song is due: where this one was does not matter any more. */
    forget: () => {
      stop();
      left = undefined;
    },
    /** Another song, another volume: the sound is made anew, from where it is. */
    play: ({ entryId, fromMs, ...order }: Order) => {
      const isSame = playing?.entryId === entryId && playing.sound.volume === order.volume;
      if (isSame) return;
      stop();
      const start = left?.entryId === entryId ? left.positionMs : fromMs;
      const sound = createSound({ ...order, fromMs: start });
      playing = { entryId, sound };
      player.play(sound.resource);
    },
    hold: (isOn: boolean) => {
      isHeld = isOn;
      hold();
    },
  };
}
