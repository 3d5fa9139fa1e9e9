import { agentLimits } from '@tribehall/contract/agent/agent.contract';
import type { WebSocket } from 'ws';

type Hold = 'rate' | 'requests';

const perMs = agentLimits.messagesPerMinute / 60_000;
/** The burst that is allowed after a quiet time. */
const burst = agentLimits.messagesPerMinute / 4;
/** An agent this far ahead ignores back-pressure: one read holds fewer sensible messages than this. */
const maxDebt = agentLimits.messagesPerMinute / 2;

/**
 * Pauses reading from a socket that sends too much, until its messages are due: back-pressure fills the sender's buffers
 * instead of the portal's memory.
 */
export function createThrottle(socket: WebSocket, onFlood: () => void) {
  const holds = new Set<Hold>();
  let tokens = burst;
  let countedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;

  const hold = (why: Hold, isHeld: boolean) => {
    if (isHeld) holds.add(why);
    else holds.delete(why);
    if (holds.size > 0) socket.pause();
    else if (socket.isPaused) socket.resume();
  };
  const release = () => {
    timer = undefined;
    hold('rate', false);
  };
  return {
    hold,
    isHeld: () => holds.size > 0,
    /** Counts a message. */
    count: () => {
      const now = performance.now();
      tokens = Math.min(burst, tokens + (now - countedAt) * perMs) - 1;
      countedAt = now;
      if (tokens >= 0) return;
      if (tokens < -maxDebt) return onFlood();
      hold('rate', true);
      clearTimeout(timer);
      timer = setTimeout(release, -tokens / perMs);
    },
    stop: () => clearTimeout(timer),
  };
}
