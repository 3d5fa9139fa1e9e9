/** Lets only so many through at once; the others wait in line. */
export type Gate = {
  /** Resolves with what lets the next one in; to call it more than once does no harm. */
  enter(signal: AbortSignal): Promise<() => void>;
};

export function createGate(places: number): Gate {
  const waiting: (() => void)[] = [];
  let free = places;
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    async enter(signal) {
      if (free > 0) free -= 1;
      else await inLine(waiting, signal);
      let isInside = true;
      return () => {
        if (isInside) leave();
        isInside = false;
      };
    },
  };
}

function inLine(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const turn = () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = () => {
      waiting.splice(waiting.indexOf(turn), 1);
      reject(new Error('Called off.'));
    };
    waiting.push(turn);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
  });
}
