import type { Outbox } from '../link/outbox.ts';
import type { Log } from '../log/agent-log.ts';
import type { ChatIntake, ChatSource } from './chat-intake.ts';
import type { FactDesk } from './fact-desk.ts';
import type { GameLines } from './game-lines.ts';
import type { Identities } from './identities.ts';
import { readLogFacts } from './log-facts.ts';
import { createLogIntake } from './log-intake.ts';
import { logPosition } from './log-position.ts';
import { LogTail } from './log-tail.ts';
import type { StateWatch } from './state-watch.ts';

export type LogTiming = { pollMs: number; graceMs: number };

type Options = {
  file: string;
  outbox: Outbox;
  chat: ChatIntake;
  identities: Pick<Identities, 'learn'>;
  state: StateWatch;
  lines: Pick<GameLines, 'fromFile'>;
  onFact: FactDesk;
  noteSource(source: ChatSource): void;
  log: Log;
  timing?: Partial<LogTiming> | undefined;
};

export type FollowedLog = { isReadable: boolean; start(): Promise<void>; stop(): Promise<void> };

/** Ties a log to everyone who lives off it. */
export function followLog({
  file,
  outbox,
  chat,
  identities,
  state,
  lines,
  onFact,
  noteSource,
  log,
  timing,
}: Options): FollowedLog {
  const intake = createLogIntake({ outbox, chat, onFact });
  const tail = new LogTail({
    file,
    position: logPosition.safeParse(outbox.bookmark).data,
    onLines(read) {
      if (!read.isOld && read.lines.length > 0) state.noteLogGrowth();
      intake.take(read);
      lines.fromFile(read.lines);
    },
    onHistory({ lines, isWhole }) {
      const facts = readLogFacts(lines);
      for (const fact of facts) if (fact.kind === 'admin-command') identities.learn(fact);
      state.learnHistory(facts, isWhole);
    },
    onReadable(isReadable, reason) {
      if (isReadable) log.info(`Reads the log ${file}.`);
      else log.warn(`${reason} Until it is there, chat and players come through RCON alone.`);
      if (isReadable) noteSource('log');
    },
    ...timing,
  });
  return {
    get isReadable() {
      return tail.isReadable;
    },
    start: () => tail.start(),
    async stop() {
      await tail.stop();
      intake.mark();
    },
  };
}
