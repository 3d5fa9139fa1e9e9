import type { Timers } from '../timers.ts';

export type GameClock = {
  /** Day and time of day inside the game, as its log prints them. */
  text: (seconds?: number) => string;
  day: () => number;
  setTime: (secondsOfDay: number) => void;
  /** Real seconds since the world began. */
  seconds: () => number;
  /** The value at startup; existing structures are older. */
  firstSecond: number;
  /** The wall-clock time at that second. */
  wallTime: (seconds: number) => Date;
};

const daySeconds = 86_400;
/** A day in the game takes about half an hour. */
const gameSecondsPerSecond = 48;

const part = (value: number) => String(Math.floor(value)).padStart(2, '0');

/** Ascended does not start a new world at 0. */
export function createGameClock(timers: Timers, ageSeconds: number, zeroSecond: number): GameClock {
  let offsetSeconds = 8 * 3_600;
  const firstSecond = zeroSecond + ageSeconds;
  const openedAt = Date.now();
  const seconds = () => firstSecond + timers.elapsedMs() / 1_000;
  const inGame = (at: number) => Math.floor(offsetSeconds + (at - zeroSecond) * gameSecondsPerSecond);
  const dayOf = (at: number) => Math.floor(inGame(at) / daySeconds);
  return {
    seconds,
    firstSecond,
    wallTime: (at) => new Date(openedAt + (at - firstSecond) * 1_000),
    day: () => dayOf(seconds()),
    text: (at = seconds()) => {
      const ofDay = inGame(at) % daySeconds;
      return `Day ${dayOf(at)}, ${part(ofDay / 3_600)}:${part((ofDay / 60) % 60)}:${part(ofDay % 60)}`;
    },
    setTime: (secondsOfDay) => {
      offsetSeconds += secondsOfDay - (inGame(seconds()) % daySeconds);
    },
  };
}
