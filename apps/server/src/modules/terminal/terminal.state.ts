import { setTimeout as wait } from 'node:timers/promises';
import { createProgramGuard, type ProgramGuard } from '../../platform/programs/program-guard.ts';

/** Why the portal ends a run. */
export type EndReason = 'stopped' | 'disconnected' | 'closing' | 'session' | 'timeout' | 'output' | 'recording';

/** Where the portal of a run answers: a message with its user stops it, any other only shows that it is running. */
export const runSubject = (runId: string) => `terminal.stop.${runId}`;

/** One command, from its start to the end of all processes that it started. */
export type Run = {
  id: string;
  userId: string;
  sessionId: string;
  startedAt: Date;
  /** Aborts with the first reason to end it. */
  ending: AbortSignal;
  end: (reason: EndReason) => void;
  /** Releases its slot. */
  release: () => void;
  released: AbortSignal;
};

/** Waits as long as this many bytes take. */
export type OutputThrottle = (bytes: number) => Promise<void>;

export type TerminalState = {
  /** The commands that run on this portal. */
  runs: Map<string, Run>;
  guard: ProgramGuard;
  throttle: OutputThrottle;
  isClosing: boolean;
};

export function createTerminalState(): TerminalState {
  return { runs: new Map(), guard: createProgramGuard(), throttle: createOutputThrottle(), isClosing: false };
}

/** Faster than anyone reads, and slow enough that other requests are not delayed. */
const bytesPerMs = 4000;
/** Short output is not delayed. */
const burstMs = 100;

/** One throttle for all runs: ten of them are no more work for the portal than one. */
export function createOutputThrottle(): OutputThrottle {
  let freeAt = 0;
  return async (bytes) => {
    const now = performance.now();
    freeAt = Math.max(freeAt, now - burstMs) + bytes / bytesPerMs;
    if (freeAt > now) await wait(freeAt - now);
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    terminal: TerminalState;
  }
}
