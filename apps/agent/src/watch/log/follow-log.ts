import { type LogEvent, type LogLine, parseLogFileLine, splitStamps } from '@tribehall/ark/logs/log-lines';
import type { Log } from '../../log/agent-log.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { ChatIntake, ChatSource } from '../chat/chat-intake.ts';
import type { GameEventIntake } from '../events/game-event-intake.ts';
import type { Identities } from '../players/identities.ts';
import type { StateWatch } from '../state-watch.ts';
import type { GameLogLines } from './game-log-lines.ts';
import { type LogLines, LogTail } from './log-tail.ts';
import { logPosition, type LogPosition } from './open-log.ts';

/** `isOld`: it happened while this process was not watching. */
export type FactHandler = (fact: LogEvent, isOld: boolean) => void;

export type LogTiming = { pollMs: number; graceMs: number };

type Options = {
  file: string;
  outbox: Outbox;
  chat: ChatIntake;
  events: Pick<GameEventIntake, 'fromLog'>;
  identities: Pick<Identities, 'learn'>;
  state: StateWatch;
  lines: Pick<GameLogLines, 'fromFile'>;
  onFact: FactHandler;
  noteSource(source: ChatSource): void;
  log: Log;
  timing?: Partial<LogTiming> | undefined;
};

export type FollowedLog = { isReadable: boolean; start(): Promise<void>; stop(): Promise<void> };

/** Facts about who somebody is stay true, however old they are. */
const identifies: ReadonlySet<LogEvent['kind']> = new Set(['admin-command', 'joined-tribe']);

/** Connects a log file to everything that depends on it. */
export function followLog({
  file,
  outbox,
  chat,
  events,
  identities,
  state,
  lines,
  onFact,
  noteSource,
  log,
  timing,
}: Options): FollowedLog {
  const intake = createLogIntake({ outbox, chat, events, onFact });
  const tail = new LogTail({
    file,
    position: logPosition.safeParse(outbox.bookmark).data,
    onLines(read) {
      if (!read.isOld && read.lines.length > 0) state.noteLogGrowth();
      intake.take(read);
      lines.fromFile(read.lines);
    },
    onHistory({ lines, isWhole }) {
      const facts = readLogLines(lines).map(({ fact }) => fact);
      for (const fact of facts) if (identifies.has(fact.kind)) identities.learn(fact);
      state.learnHistory(facts, isWhole);
    },
    onReadable(isReadable, reason) {
      if (isReadable) log.info(`Reading the log ${file}.`);
      else log.warn(`${reason} Until it can be read, chat and players come over RCON alone.`);
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

type IntakeOptions = {
  outbox: Pick<Outbox, 'append'>;
  chat: Pick<ChatIntake, 'fromLog'>;
  events: Pick<GameEventIntake, 'fromLog'>;
  onFact: FactHandler;
};

type LogIntake = {
  take(read: LogLines): void;
  /** Stores how far the log was read. */
  mark(): void;
};

const markEveryMs = 5_000;

/** Turns log lines into events, and stores the events together with the position in one transaction. */
function createLogIntake({ outbox, chat, events, onFact }: IntakeOptions): LogIntake {
  let unmarked: LogPosition | undefined;
  let markedAt = -Infinity;
  const store = (position: LogPosition, drafts: Parameters<Outbox['append']>[0] = []) => {
    unmarked = undefined;
    markedAt = performance.now();
    outbox.append(drafts, { bookmark: position });
  };
  return {
    take({ lines, position, isOld }) {
      const read = readLogLines(lines);
      const drafts = read.flatMap((line) => {
        onFact(line.fact, isOld);
        return [...chat.fromLog(line.fact, isOld), ...events.fromLog(line)];
      });
      // Positions after irrelevant lines are stored with a delay: reading those twice does no harm.
      const isDue = performance.now() - markedAt > markEveryMs;
      if (read.length > 0 || isDue) store(position, drafts);
      else unmarked = position;
    },
    mark() {
      if (unmarked) store(unmarked);
    },
  };
}

const enginePrefix = /^\ufeff?\[\d{4}\.\d\d\.\d\d-/;
const maxMessageLength = 4_000;

/** Parses log lines. A line without a time stamp right after a message continues that message. */
export function readLogLines(lines: readonly string[]): LogLine[] {
  const read: LogLine[] = [];
  let message: (LogEvent & { text: string }) | undefined;
  for (const line of lines) {
    const fact = parseLogFileLine(line);
    if (fact) read.push({ fact, text: splitStamps(line).text.trim() });
    if (fact || !message || enginePrefix.test(line)) message = isMessage(fact) ? fact : undefined;
    else if (message.text.length < maxMessageLength) message.text += `\n${line}`;
  }
  return read;
}

function isMessage(fact: LogEvent | undefined): fact is LogEvent & { text: string } {
  return fact?.kind === 'chat' || fact?.kind === 'server-said';
}
