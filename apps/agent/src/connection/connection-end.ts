import { agentCloseCodes } from '@tribehall/contract/agent/agent.contract';

/** How a connection to the portal ended, or did not come about. */
export type ConnectionEnd =
  | { kind: 'closed'; code: number; reason: string }
  | { kind: 'refused'; status: number; location?: string; retryAfterMs?: number }
  | { kind: 'failed'; reason: string }
  /** This side had enough of it. */
  | { kind: 'given-up'; reason: string }
  /** On purpose, to say hello again. */
  | { kind: 'again' }
  | { kind: 'stopped' };

/** What follows: nothing (`stop`), a fixed wait, or the next step of the back-off. */
export type Plan = { sentence: string; next: 'stop' | 'back-off' | { waitMs: number } };

const shortMs = 1_000;
const longMs = 60_000;
const long = { waitMs: longMs };

const closings: Record<number, Plan> = {
  [agentCloseCodes.stopping]: { sentence: 'The portal is stopping or starting again.', next: 'back-off' },
  [agentCloseCodes.replaced]: {
    sentence: 'Another agent uses the same token and has taken over the link. Stop one of the two.',
    next: long,
  },
  [agentCloseCodes.tokenReplaced]: {
    sentence:
      'The token of this server was replaced in the portal. Put the new one into the configuration and restart.',
    next: long,
  },
  [agentCloseCodes.serverRemoved]: {
    sentence: 'This server was removed from the portal; the agent leaves it alone from now on.',
    next: 'stop',
  },
  1006: { sentence: 'The line to the portal was cut.', next: 'back-off' },
  1009: { sentence: 'The portal found a message too long and closed the link.', next: 'back-off' },
};

const refusals: Record<number, Plan> = {
  401: { sentence: 'The portal does not know this token. Is it the newest one of this server?', next: long },
  403: { sentence: 'The portal refuses this agent (403).', next: long },
  429: { sentence: 'The portal has too much to do and asks to wait (429).', next: 'back-off' },
  404: {
    sentence: 'There is no Tribehall portal at this address (404). Check "portal" in the configuration.',
    next: long,
  },
};

export function planAfter(end: ConnectionEnd): Plan {
  if (end.kind === 'again') return { sentence: 'The portal is greeted again.', next: 'back-off' };
  if (end.kind === 'stopped') return { sentence: 'The link was closed here.', next: 'stop' };
  if (end.kind === 'refused') return planAfterRefusal(end);
  if (end.kind !== 'closed') return { sentence: end.reason, next: 'back-off' };
  const words = end.reason ? `: ${end.reason}` : '';
  return closings[end.code] ?? { sentence: `The link was closed (${end.code}${words}).`, next: 'back-off' };
}

function planAfterRefusal({ status, location, retryAfterMs }: ConnectionEnd & { kind: 'refused' }): Plan {
  if (location !== undefined && status >= 300 && status < 400) {
    return { sentence: `The portal has moved to ${location}. Put that address into the configuration.`, next: long };
  }
  const plan = refusals[status] ?? {
    sentence: `The portal answers ${status} instead of taking the link.`,
    next: 'back-off',
  };
  if (retryAfterMs === undefined || plan.next !== 'back-off') return plan;
  return { ...plan, next: { waitMs: Math.min(Math.max(retryAfterMs, shortMs), longMs) } };
}
