import { agentCloseCodes } from '@tribehall/contract/agent/agent.contract';

/** How a connection to the portal ended or failed. */
export type ConnectionEnd =
  | { kind: 'closed'; code: number; reason: string }
  | { kind: 'refused'; status: number; location?: string; retryAfterMs?: number }
  | { kind: 'failed'; reason: string }
  /** Ended by this side. */
  | { kind: 'given-up'; reason: string }
  /** On purpose, to send hello again. */
  | { kind: 'again' }
  | { kind: 'stopped' };

/** What to do next: nothing (`stop`), a fixed wait, or the next step of the back-off. */
export type Plan = { sentence: string; next: 'stop' | 'back-off' | { waitMs: number } };

const shortMs = 1_000;
const longMs = 60_000;
const long = { waitMs: longMs };

const closings: Record<number, Plan> = {
  [agentCloseCodes.stopping]: { sentence: 'The portal is restarting.', next: 'back-off' },
  [agentCloseCodes.replaced]: {
    sentence: 'Another agent connected with the same token and took over. Stop one of the two.',
    next: long,
  },
  [agentCloseCodes.tokenReplaced]: {
    sentence: 'The token of this server was replaced in the portal. Update the configuration and restart the agent.',
    next: long,
  },
  [agentCloseCodes.serverRemoved]: {
    sentence: 'This server was removed from the portal; the agent no longer connects for it.',
    next: 'stop',
  },
  1006: { sentence: 'The connection to the portal was lost.', next: 'back-off' },
  1009: { sentence: 'The portal closed the connection: a message was too long.', next: 'back-off' },
};

const refusals: Record<number, Plan> = {
  401: {
    sentence: 'The portal does not accept this token. Check that it is the latest one of this server.',
    next: long,
  },
  403: { sentence: 'The portal refuses this agent (403).', next: long },
  429: { sentence: 'The portal is busy and asked to wait (429).', next: 'back-off' },
  404: {
    sentence: 'There is no Tribehall portal at this address (404). Check "portal" in the configuration.',
    next: long,
  },
};

export function planAfter(end: ConnectionEnd): Plan {
  if (end.kind === 'again') return { sentence: 'Reconnecting to the portal.', next: 'back-off' };
  if (end.kind === 'stopped') return { sentence: 'The connection was closed by the agent.', next: 'stop' };
  if (end.kind === 'refused') return planAfterRefusal(end);
  if (end.kind !== 'closed') return { sentence: end.reason, next: 'back-off' };
  const words = end.reason ? `: ${end.reason}` : '';
  return closings[end.code] ?? { sentence: `The connection was closed (${end.code}${words}).`, next: 'back-off' };
}

function planAfterRefusal({ status, location, retryAfterMs }: ConnectionEnd & { kind: 'refused' }): Plan {
  if (location !== undefined && status >= 300 && status < 400) {
    return { sentence: `The portal has moved to ${location}. Update "portal" in the configuration.`, next: long };
  }
  const plan = refusals[status] ?? {
    sentence: `The portal answers ${status} instead of accepting the connection.`,
    next: 'back-off',
  };
  if (retryAfterMs === undefined || plan.next !== 'back-off') return plan;
  // The header has whole seconds.
  const waitMs = Math.min(Math.max(retryAfterMs, shortMs), longMs) + Math.random() * shortMs;
  return { ...plan, next: { waitMs } };
}
