import { agentEvents, type AgentEventData, type AgentEventType } from '@tribehall/contract/agent/agent.contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import type { AgentEventHandler, AgentEventHandlers } from './agent-handlers.ts';
import type { AfterCommit } from './agents.service.ts';

/** The one event that is about the connection itself. */
export const ownEvents = {
  'events.lost': async (ctx, serverId, { data }) => {
    ctx.log.warn({ serverId, count: data.count }, 'An agent could not store all events while it was disconnected');
  },
} satisfies Partial<AgentEventHandlers>;

export type RawEvent = { seq: number; at: Date; type: string; data: unknown };

/** Applies one event; returns a string that says why it was rejected. */
export async function applyEvent(
  ctx: Ctx,
  serverId: string,
  event: RawEvent,
  when: { at: Date; ageMs: number },
): Promise<AfterCommit | string | undefined> {
  if (!Object.hasOwn(agentEvents, event.type)) return 'There is no such type of event.';
  const type = event.type as AgentEventType;
  const schema: z.ZodType = agentEvents[type];
  const data = schema.safeParse(event.data);
  if (!data.success) return describe(data.error);
  const handler = ctx.state.agents.handlers[type] as AgentEventHandler<AgentEventType>;
  const outcome = await handler(ctx, serverId, { ...when, data: data.data as AgentEventData<AgentEventType> });
  return outcome ?? undefined;
}

function describe(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`;
}
