import { joinChatLines, readLogLine, type LogEvent, type LogLine } from '@tribehall/ark/logs/log-lines';
import { getChat, getGameLog } from '@tribehall/ark/rcon/commands';
import type { Draft } from '../outbox/draft.ts';
import type { RconClient } from '../rcon/rcon-client.ts';
import type { ChatIntake } from './chat/chat-intake.ts';
import type { GameEventIntake } from './events/game-event-intake.ts';
import { createPoll } from './poll.ts';

export type RconIntakeTiming = {
  chatMs: number;
  /** If chat also reports joins and leaves, the player list is polled less and chat more. */
  presenceChatMs: number;
  gameLogMs: number;
  idleMs: number;
  standbyMs: number;
  timeoutMs: number;
};

type Options = {
  rcon: Pick<RconClient, 'run'>;
  /** While there is a log, nothing is polled: the game gives each entry only once, and other tools may want it. */
  hasLog(): boolean;
  isAnyoneOnline(): boolean;
  chat: Pick<ChatIntake, 'fromRcon'>;
  events: Pick<GameEventIntake, 'fromRcon'>;
  /** `isOld`: nobody has asked for a while, so the facts may be old. */
  onFact(fact: LogEvent, isOld: boolean): void;
  emit(drafts: Draft[]): void;
  /** The raw entries of each reply. */
  onEntries?(entries: string[]): void;
  timing?: Partial<RconIntakeTiming> | undefined;
};

export type RconIntake = {
  /** Polls soon: an entry is expected. */
  hurry(): void;
  /** Whether chat has ever reported a join or leave. */
  reportsPresence(): boolean;
  stop(): Promise<void>;
};

/** Two commands a second together with the player list: with four, games have stopped answering. */
const defaultTiming: RconIntakeTiming = {
  chatMs: 1_000,
  presenceChatMs: 700,
  gameLogMs: 10_000,
  idleMs: 10_000,
  standbyMs: 1_000,
  timeoutMs: 8_000,
};
const hurryMs = 500;
const freshMs = 5_000;

/** Polls the game over RCON for what the log would contain. */
export function createRconIntake({
  rcon,
  hasLog,
  isAnyoneOnline,
  chat,
  events,
  onFact,
  emit,
  onEntries,
  ...options
}: Options): RconIntake {
  const timing = { ...defaultTiming, ...options.timing };
  const ask = async (command: string): Promise<LogLine[]> => {
    const reply = await rcon.run(command, { priority: 'poll', timeoutMs: timing.timeoutMs });
    const entries = joinChatLines(reply);
    onEntries?.(entries);
    return entries.flatMap((entry) => readLogLine(entry) ?? []);
  };
  let reportsPresence = false;
  let askedAt = -Infinity;
  const nextMs = (busyMs: () => number) => () => {
    if (hasLog()) return timing.standbyMs;
    return isAnyoneOnline() ? busyMs() : timing.idleMs;
  };
  const chatPoll = createPoll(
    async () => {
      if (hasLog()) return;
      const lines = await ask(getChat());
      const facts = lines.map(({ fact }) => fact);
      const isOld = performance.now() - askedAt > freshMs;
      askedAt = performance.now();
      reportsPresence ||= facts.some(({ kind }) => kind === 'joined' || kind === 'left');
      for (const fact of facts) onFact(fact, isOld);
      emit([...chat.fromRcon(facts), ...events.fromRcon(lines)]);
    },
    nextMs(() => (reportsPresence ? timing.presenceChatMs : timing.chatMs)),
  );
  const gameLogPoll = createPoll(
    async () => {
      if (hasLog()) return;
      // It may contain chat too; that is taken from GetChat alone.
      const lines = (await ask(getGameLog())).filter(({ fact }) => fact.kind !== 'chat');
      for (const { fact } of lines) onFact(fact, true);
      const drafts = events.fromRcon(lines);
      if (drafts.length > 0) emit(drafts);
    },
    nextMs(() => timing.gameLogMs),
  );
  return {
    reportsPresence: () => reportsPresence,
    hurry: () => gameLogPoll.hurry(hurryMs),
    async stop() {
      await Promise.all([chatPoll.stop(), gameLogPoll.stop()]);
    },
  };
}
