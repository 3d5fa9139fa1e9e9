import { echoLine, endLine, noteLine } from '../terminal-runs.ts';
import type { TerminalScreen } from '../terminal-screen.ts';
import type { Cast, CastEvent } from './asciicast.ts';

/** Ends an unfinished control sequence, then resets the terminal; it takes its turn after what was written before. */
const reset = '\x18\x1bc';

type Replay = { showUntil: (seconds: number) => Promise<void> };

/** Draws a recording up to any moment: what comes next is added, and for an earlier moment all is drawn from the start. */
export function createReplay(screen: Pick<TerminalScreen, 'write' | 'writeLine'>, cast: Cast): Replay {
  const { user, cwd, command, seconds: length } = cast;
  const events = [{ at: 0, text: echoLine(`${user}:${cwd}`, command) }, ...cast.events];
  let drawn = 0;
  let hasEnded = false;
  return {
    showUntil: async (seconds) => {
      const count = countUntil(events, seconds);
      const isBack = count < drawn || (hasEnded && seconds < length);
      const text = events.slice(isBack ? 0 : drawn, count).map((event) => event.text);
      if (isBack) text.unshift(reset);
      drawn = count;
      if (isBack) hasEnded = false;
      const isEnd = seconds >= length && !hasEnded;
      hasEnded ||= isEnd;
      if (text.length > 0) await screen.write(text.join(''));
      if (isEnd) await screen.writeLine(lastLine(cast));
    },
  };
}

function lastLine({ end, cwd }: Cast): string {
  return end === undefined ? noteLine('The recording ends here.', 'bad') : endLine({ ...end, cwd });
}

/** The number of events up to then; they are sorted by time. */
function countUntil(events: readonly CastEvent[], seconds: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.at ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low;
}
