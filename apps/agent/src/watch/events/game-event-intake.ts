import type { LogLine } from '@tribehall/ark/logs/log-lines';
import type { Draft } from '../../outbox/draft.ts';

/** Takes the events of the game from its log, or over RCON while there is none, and each exactly once. */
export type GameEventIntake = {
  fromLog(line: LogLine): Draft[];
  /** One reply. */
  fromRcon(lines: readonly LogLine[]): Draft[];
};

const maxRemembered = 2_000;

/** Both sources have the game's own time in each line, so what one has delivered is recognized in the other. */
export function createGameEventIntake(toDraft: (line: LogLine) => Draft | undefined): GameEventIntake {
  const taken = { log: createLineMemory(), rcon: createLineMemory() };
  const take = (line: LogLine, from: 'log' | 'rcon') => {
    if (taken[from === 'log' ? 'rcon' : 'log'].forget(line)) return [];
    const draft = toDraft(line);
    if (!draft) return [];
    taken[from].remember(line);
    return [draft];
  };
  return {
    fromLog: (line) => take(line, 'log'),
    fromRcon: (lines) => lines.flatMap((line) => take(line, 'rcon')),
  };
}

/** The newest lines, each as often as it came. */
function createLineMemory() {
  const lines = new Map<string, number>();
  return {
    remember(line: LogLine): void {
      const key = keyOf(line);
      if (key === undefined) return;
      const count = lines.get(key) ?? 0;
      lines.delete(key);
      lines.set(key, count + 1);
      const [oldest] = lines.keys();
      if (lines.size > maxRemembered && oldest !== undefined) lines.delete(oldest);
    },
    /** Returns whether it was remembered. */
    forget(line: LogLine): boolean {
      const key = keyOf(line);
      const count = key === undefined ? undefined : lines.get(key);
      if (key === undefined || count === undefined) return false;
      if (count > 1) lines.set(key, count - 1);
      else lines.delete(key);
      return true;
    },
  };
}

function keyOf({ fact: { stamp }, text }: LogLine): string | undefined {
  return stamp === undefined ? undefined : `${stamp} ${text}`;
}
