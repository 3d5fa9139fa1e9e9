import { agentEvents, type AgentEventData, type AgentEventType } from '@tribehall/contract/agent/agent.contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import {
  inSequence,
  type AgentEventHandler,
  type AgentEventHandlers,
  type PostCommitWork,
  type TakenEvent,
} from './agent-handlers.service.ts';

/** The one event that is about the connection itself. */
export const ownEvents = {
  'events.lost': inSequence(async (ctx, serverId, { data }) => {
    ctx.log.warn({ serverId, count: data.count }, 'An agent could not store all events while it was disconnected');
  }),
} satisfies Partial<AgentEventHandlers>;

export type RawEvent = { seq: number; at: Date; type: string; data: unknown };

/** An event as it can be applied, or why it is rejected. */
export type ParsedEvent = { seq: number } & (
  | { type: AgentEventType; event: TakenEvent<AgentEventType> }
  | { type: string; rejected: string }
);
export type ValidEvent = Extract<ParsedEvent, { event: unknown }>;

/** Parses the events of a server. `clockAheadMs`: how far its clock is ahead of the portal's, `now`. */
export function parseEvents(
  serverId: string,
  events: readonly RawEvent[],
  { now, clockAheadMs }: { now: Date; clockAheadMs: number },
): ParsedEvent[] {
  return events.map(({ seq, at, type: name, data: raw }) => {
    if (!Object.hasOwn(agentEvents, name)) return { seq, type: name, rejected: 'There is no such type of event.' };
    const type = name as AgentEventType;
    const schema: z.ZodType = agentEvents[type];
    const { success, data, error } = schema.safeParse(raw);
    if (!success) return { seq, type, rejected: describe(error) };
    const ageMs = Math.min(oldestMs, Math.max(0, now.getTime() - at.getTime() + clockAheadMs));
    const happenedAt = new Date(now.getTime() - ageMs);
    return { seq, type, event: { serverId, at: happenedAt, ageMs, data: data as AgentEventData<AgentEventType> } };
  });
}

/** The sender's clock is not trusted: an event is neither in the future nor ancient. */
const oldestMs = 30 * 24 * 60 * 60 * 1000;

function describe(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`;
}

const independentTypes: ReadonlySet<string> = new Set<AgentEventType>(['chat.line', 'game.event']);

/** Such an event depends on no other: those of a transaction are applied together, after all others. */
export function isIndependent({ type }: { type: string }): boolean {
  return independentTypes.has(type);
}

/** Applies events in the order in which they happened. */
export async function applyEvents(ctx: Ctx, events: readonly ValidEvent[]): Promise<PostCommitWork[]> {
  const after: PostCommitWork[] = [];
  for (const { type, list } of groupEvents(events)) {
    const handle = ctx.state.agents.handlers[type] as AgentEventHandler<AgentEventType>;
    after.push(...((await handle(ctx, list)) ?? []));
  }
  return after;
}

function groupEvents(events: readonly ValidEvent[]) {
  const groups: { type: AgentEventType; list: TakenEvent<AgentEventType>[] }[] = [];
  const together = new Map<AgentEventType, TakenEvent<AgentEventType>[]>();
  for (const { type, event } of events) {
    const list = together.get(type);
    if (list) list.push(event);
    else if (isIndependent({ type })) together.set(type, [event]);
    else groups.push({ type, list: [event] });
  }
  return [...groups, ...Array.from(together, ([type, list]) => ({ type, list }))];
}
