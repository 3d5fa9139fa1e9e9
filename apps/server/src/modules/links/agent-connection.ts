import type { agentCloseCodes, events, hello } from '@tribehall/contract/agent/agent.contract';
import type * as z from 'zod';

export type Hello = z.output<(typeof hello)['params']>;
export type HelloResult = z.output<(typeof hello)['result']>;
export type EventsResult = z.output<(typeof events)['result']>;

/** An open link, and what its socket was let in with. */
export type LinkKey = { id: string; serverId: string };
export type OpenLink = LinkKey & { portalId: string; tokenHash: string };

/** The link is not (or no longer) good: it closes so. */
export type Refusal = { refused: keyof typeof agentCloseCodes; words?: string };
