import { randomBytes } from 'node:crypto';
import { AppError } from '../../errors.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { createProgramGuard } from '../../platform/programs/program-guard.ts';
import { createOutputPace } from './output-pace.ts';

/** Why the portal ends a run. */
export type EndReason = 'stopped' | 'left' | 'closing' | 'session' | 'timeout' | 'output';

/** One command, from its place in the list to the end of all that it started. */
export type Run = {
  id: string;
  userId: string;
  sessionId: string;
  startedAt: Date;
  /** Fires with the first reason to end it. */
  ending: AbortSignal;
  end: (reason: EndReason) => void;
  /** Gives its place back. */
  leave: () => void;
  left: AbortSignal;
};

const maxPerSession = 3;
const maxPerPortal = 10;

/** What runs on this portal now. */
export const terminalOf = perPortal(() => ({
  runs: new Map<string, Run>(),
  guard: createProgramGuard(),
  pace: createOutputPace(),
  isClosing: false,
}));

/** Takes a place; refuses where too many are taken. */
export function openRun(
  portal: ReturnType<typeof terminalOf>,
  who: { userId: string; sessionId: string },
  now: Date,
): Run {
  const { runs, isClosing } = portal;
  if (isClosing) throw new AppError('UNAVAILABLE');
  if (runs.size >= maxPerPortal) throw new AppError('TOO_MANY_REQUESTS', 'Ten commands run on this portal already.');
  if ([...runs.values()].filter(({ sessionId }) => sessionId === who.sessionId).length >= maxPerSession)
    throw new AppError('TOO_MANY_REQUESTS', 'Three of your commands run already. Stop one of them first.');
  const ending = new AbortController();
  const leaving = new AbortController();
  const id = randomBytes(12).toString('base64url');
  const run: Run = {
    id,
    userId: who.userId,
    sessionId: who.sessionId,
    startedAt: now,
    ending: ending.signal,
    end: (reason) => ending.abort(reason),
    leave: () => {
      runs.delete(id);
      leaving.abort();
    },
    left: leaving.signal,
  };
  runs.set(id, run);
  return run;
}
