import type { agentCloseCodes, events, hello } from '@tribehall/contract/agent/agent.contract';
import type * as z from 'zod';

export type Hello = z.output<(typeof hello)['params']>;
export type HelloResult = z.output<(typeof hello)['result']>;
export type EventsResult = z.output<(typeof events)['result']>;

/** An open connection, and the token it was admitted with. */
export type ConnectionKey = { id: string; serverId: string };
export type ConnectionIdentity = ConnectionKey & { portalId: string; tokenHash: string };

/** The connection is not (or no longer) valid, and is closed with this reason. */
export type Refusal = { refused: keyof typeof agentCloseCodes; words?: string };
