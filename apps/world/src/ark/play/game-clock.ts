import type { Timers } from '../timers.ts';

/** The day and the time of day inside the game. */
export type GameClock = { text: () => string; day: () => number; setTime: (secondsOfDay: number) => void };

const daySeconds = 86_400;
/** A day in the game takes about half an hour. */
const gameSecondsPerSecond = 48;

const part = (value: number) => String(Math.floor(value)).padStart(2, '0');

export function createGameClock(timers: Timers, startDay: number): GameClock {
  let offsetSeconds = startDay * daySeconds + 8 * 3_600;
  const now = () => Math.floor(offsetSeconds + (timers.elapsedMs() / 1_000) * gameSecondsPerSecond);
  const day = () => Math.floor(now() / daySeconds);
  return {
    day,
    text: () => {
      const seconds = now() % daySeconds;
      return `Day ${day()}, ${part(seconds / 3_600)}:${part((seconds / 60) % 60)}:${part(seconds % 60)}`;
    },
    setTime: (secondsOfDay) => {
      offsetSeconds += secondsOfDay - (now() % daySeconds);
    },
  };
}
