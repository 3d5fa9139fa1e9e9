import { agentEvents, type AgentEventData, type AgentEventType } from '@tribehall/contract/agent/agent.contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import {
  inSequence,
  type AgentEventHandler,
  type AgentEventHandlers,
  type TakenEvent,
} from './agent-handlers.service.ts';
import type { AfterCommit } from './agents.service.ts';

/** The one event that is about the connection itself. */
export const ownEvents = {
  'events.lost': inSequence(async (ctx, serverId, { data }) => {
    ctx.log.warn({ serverId, count: data.count }, 'An agent could not store all events while it was disconnected');
  }),
} satisfies Partial<AgentEventHandlers>;

export type RawEvent = { seq: number; at: Date; type: string; data: unknown };

/** When it happened by the portal's clock. */
export type Moment = { at: Date; ageMs: number };

type ParsedEvent = { type: AgentEventType; event: TakenEvent<AgentEventType> };

/** Parses one event; returns a string that says why it is rejected. */
export function parseEvent(raw: RawEvent, when: Moment): ParsedEvent | string {
  if (!Object.hasOwn(agentEvents, raw.type)) return 'There is no such type of event.';
  const type = raw.type as AgentEventType;
  const schema: z.ZodType = agentEvents[type];
  const data = schema.safeParse(raw.data);
  if (!data.success) return describe(data.error);
  return { type, event: { ...when, data: data.data as AgentEventData<AgentEventType> } };
}

/** They depend on no other event: those of a batch are applied together, after the others. */
const independent: ReadonlySet<AgentEventType> = new Set(['chat.line', 'game.event']);

/** Applies events in the order in which they happened. */
export async function applyEvents(ctx: Ctx, serverId: string, events: readonly ParsedEvent[]): Promise<AfterCommit[]> {
  const after: AfterCommit[] = [];
  for (const { type, list } of groupEvents(events)) {
    const handle = ctx.state.agents.handlers[type] as AgentEventHandler<AgentEventType>;
    after.push(...((await handle(ctx, serverId, list)) ?? []));
  }
  return after;
}

function groupEvents(events: readonly ParsedEvent[]) {
  const groups: { type: AgentEventType; list: TakenEvent<AgentEventType>[] }[] = [];
  const last = new Map<AgentEventType, TakenEvent<AgentEventType>[]>();
  for (const { type, event } of events) {
    const list = independent.has(type) ? last.get(type) : undefined;
    if (list) list.push(event);
    else if (independent.has(type)) last.set(type, [event]);
    else groups.push({ type, list: [event] });
  }
  return [...groups, ...Array.from(last, ([type, list]) => ({ type, list }))];
}

function describe(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`;
}
