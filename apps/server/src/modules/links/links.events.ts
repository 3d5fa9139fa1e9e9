import { agentEvents, type AgentEventData, type AgentEventType } from '@tribehall/contract/agent/agent.contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { applyLine } from '../chat/chat.service.ts';
import { applyOnline, refreshOnline } from '../players/players.service.ts';
import { applyCapabilities, applyState } from '../servers/servers.service.ts';
import type { AfterCommit } from './links.service.ts';

/** `at` and `ageMs` are by the portal's clock. */
type Taken<Type extends AgentEventType> = { at: Date; ageMs: number; data: AgentEventData<Type> };
type Handler<Type extends AgentEventType> = (
  ctx: Ctx,
  serverId: string,
  event: Taken<Type>,
) => Promise<AfterCommit | undefined>;

/** What comes of each event, inside the transaction that acknowledges it. A type without an entry does not compile. */
const handlers: { [Type in AgentEventType]: Handler<Type> } = {
  'server.state': async (ctx, serverId, event) => {
    if (await applyState(ctx, serverId, event)) await refreshOnline(ctx, serverId, event.at);
    return undefined;
  },
  'server.capabilities': async (ctx, serverId, { data }) => {
    await applyCapabilities(ctx, serverId, data);
    return undefined;
  },
  'players.online': applyOnline,
  'chat.line': applyLine,
  'events.lost': (ctx, serverId, { data }) => {
    ctx.log.warn({ serverId, count: data.count }, 'An agent could not keep all events while its line was down');
    return Promise.resolve(undefined);
  },
};

export type RawEvent = { seq: number; at: Date; type: string; data: unknown };

/** Takes one event in; a string says why it was not worth keeping. */
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
  const handler = handlers[type] as Handler<AgentEventType>;
  return handler(ctx, serverId, { ...when, data: data.data as AgentEventData<AgentEventType> });
}

function describe(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`;
}
