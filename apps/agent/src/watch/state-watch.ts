import type { LogEvent } from '@tribehall/ark/logs/log-lines';
import type { GameState, AgentEventData } from '@tribehall/contract/agent/agent.contract';
import { cleanText } from '../clean-text.ts';
import type { Draft } from '../outbox/draft.ts';
import type { RconState } from '../rcon/rcon-client.ts';

export type RconStatus = { state: RconState; reason?: string };
type Facts = Omit<AgentEventData<'server.state'>, 'state' | 'reason'>;
type Verdict = { state: GameState; reason?: string };

export type StateWatch = {
  /** A fact from the log, old or new. */
  learn(fact: LogEvent): void;
  /** If a whole log has no line that ends the startup, the game is still starting. */
  learnHistory(facts: readonly LogEvent[], isWhole: boolean): void;
  /** The log grew, so a starting game is alive. */
  noteLogGrowth(): void;
  rconChanged(status: RconStatus): void;
  /** Evaluates the state again, as time passes. */
  check(): void;
  current(): GameState | undefined;
  facts(): Facts;
  describe(): Draft | undefined;
  stop(): void;
};

type Options = {
  rcon(): RconStatus & { since: number };
  map: string | undefined;
  emit(draft: Draft, state: GameState, reason: string | undefined): void;
  now?: () => number;
};

const checkMs = 1_000;
/** A startup with mods may take `maxMs`; a game that is silent for `maxSilenceMs` has died. */
const boot = { maxMs: 45 * 60_000, maxSilenceMs: 3 * 60_000, stableMs: 60_000 } as const;
/** Long world saves cut the connection; the client reconnects before this. */
const maxConnectingMs = 8_000;
const starting = 'The game server is starting.';

export function createStateWatch({ rcon, map, emit, now = Date.now }: Options): StateWatch {
  const facts: Facts = map === undefined ? {} : { map: cleanText(map, 64) };
  let bootingSince: number | undefined;
  let grownAt = -Infinity;
  let verdict: Verdict | undefined;
  let lastSent = '';

  const isBooting = () => {
    if (bootingSince === undefined) return false;
    const { state, since } = rcon();
    const isStable = state === 'up' && now() - Math.max(since, bootingSince) > boot.stableMs;
    if (isStable || now() - bootingSince > boot.maxMs) bootingSince = undefined;
    const isDead = state === 'unreachable' && now() - grownAt > boot.maxSilenceMs;
    return bootingSince !== undefined && !isDead;
  };
  const judge: Record<RconState, (reason: string, since: number) => Verdict | undefined> = {
    up: () => (isBooting() ? { state: 'booting', reason: starting } : { state: 'up' }),
    slow: (reason) => (isBooting() ? { state: 'booting', reason: starting } : { state: 'degraded', reason }),
    refused: (reason) => ({ state: 'degraded', reason }),
    unreachable: (reason) => (isBooting() ? { state: 'booting', reason: starting } : { state: 'down', reason }),
    connecting: (reason, since) => (now() - since > maxConnectingMs ? judge.unreachable(reason, since) : verdict),
    closed: () => verdict,
  };
  const describe = (): Draft | undefined => verdict && { type: 'server.state', data: { ...verdict, ...facts } };
  const check = () => {
    const { state, reason = '', since } = rcon();
    verdict = judge[state](cleanText(reason, 200) || 'The game server does not answer.', since);
    const draft = describe();
    if (!draft || !verdict || JSON.stringify(draft) === lastSent) return;
    lastSent = JSON.stringify(draft);
    emit(draft, verdict.state, verdict.reason);
  };
  const note = (fact: LogEvent) => {
    if (fact.kind === 'file-opened') bootingSince = now();
    if (fact.kind === 'started' || fact.kind === 'advertising') bootingSince = undefined;
    if (fact.kind === 'version') facts.version = fact.version;
    if (fact.kind === 'tribe' && fact.day !== undefined) facts.day = fact.day;
  };
  const timer = setInterval(check, checkMs);

  return {
    learn(fact) {
      note(fact);
      check();
    },
    learnHistory(history, isWhole) {
      for (const fact of history) note(fact);
      if (!isWhole) bootingSince = undefined;
      check();
    },
    noteLogGrowth: () => void (grownAt = now()),
    rconChanged: check,
    check,
    current: () => verdict?.state,
    facts: () => facts,
    describe,
    stop: () => clearInterval(timer),
  };
}
