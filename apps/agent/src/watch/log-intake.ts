import type { Outbox } from '../link/outbox.ts';
import type { ChatIntake } from './chat-intake.ts';
import type { FactDesk } from './fact-desk.ts';
import { readLogFacts } from './log-facts.ts';
import type { LogPosition } from './log-position.ts';
import type { LogLines } from './log-tail.ts';

type Options = {
  outbox: Pick<Outbox, 'append'>;
  chat: Pick<ChatIntake, 'fromLog'>;
  onFact: FactDesk;
};

export type LogIntake = {
  take(read: LogLines): void;
  /** Writes down how far the log was read. */
  mark(): void;
};

const markEveryMs = 5_000;

/** Turns lines of the log into events, and keeps both the events and the place they come from in one stroke. */
export function createLogIntake({ outbox, chat, onFact }: Options): LogIntake {
  let unmarked: LogPosition | undefined;
  let markedAt = -Infinity;
  const keep = (position: LogPosition, drafts: Parameters<Outbox['append']>[0] = []) => {
    unmarked = undefined;
    markedAt = performance.now();
    outbox.append(drafts, { bookmark: position });
  };
  return {
    take({ lines, position, isOld }) {
      const facts = readLogFacts(lines);
      const drafts = facts.flatMap((fact) => {
        onFact(fact, isOld);
        return chat.fromLog(fact, isOld);
      });
      // Noise need not be written down at once: to read it twice does no harm.
      const isDue = performance.now() - markedAt > markEveryMs;
      if (facts.length > 0 || isDue) keep(position, drafts);
      else unmarked = position;
    },
    mark() {
      if (unmarked) keep(unmarked);
    },
  };
}
