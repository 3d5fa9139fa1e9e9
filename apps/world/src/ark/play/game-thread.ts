import type { Timers } from '../timers.ts';

/** The one thread on which the game does everything, RCON included. */
export type GameThread = {
  /** At once, or as soon as a stall is over. */
  run: (act: () => void) => void;
  stall: (ms: number, onEnd: () => void) => Promise<void>;
  reset: () => void;
};

export function createGameThread(timers: Timers): GameThread {
  let stalls = 0;
  let held: (() => void)[] = [];
  return {
    run: (act) => {
      if (stalls > 0) held.push(act);
      else act();
    },
    stall: async (ms, onEnd) => {
      stalls += 1;
      if (!(await timers.wait(ms))) return;
      stalls -= 1;
      if (stalls > 0) return;
      onEnd();
      for (const act of held.splice(0)) act();
    },
    reset: () => {
      stalls = 0;
      held = [];
    },
  };
}
