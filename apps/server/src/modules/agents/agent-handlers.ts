import type { AgentEventData, AgentEventType } from '@tribehall/contract/agent/agent.contract';
import type { Ctx } from '../../context.ts';
import type { AgentMethods, MethodContext } from './agent-requests.service.ts';
import type { HelloResult } from './agent-connection.ts';
import type { AfterCommit } from './agents.service.ts';

/** An event by the portal's clock. */
export type TakenEvent<Type extends AgentEventType> = { at: Date; ageMs: number; data: AgentEventData<Type> };

/** Applies an event inside the transaction that acknowledges it; returns what is to be done after the commit. */
export type AgentEventHandler<Type extends AgentEventType> = (
  ctx: Ctx,
  serverId: string,
  event: TakenEvent<Type>,
) => Promise<AfterCommit | undefined | void>;

export type AgentEventHandlers = { [Type in AgentEventType]: AgentEventHandler<Type> };

/** What a module does when agents connect and disconnect, and which further requests of an agent it handles. */
export type AgentConnectionHooks = {
  /** In the transaction of the hello. */
  onOpen?: (ctx: Ctx, serverId: string) => Promise<void>;
  /** After connections have ended; servers that have a newer one are not among them. */
  onClose?: (ctx: Ctx, serverIds: string[]) => Promise<void>;
  /** Fields of the reply to the hello. */
  helloFields?: (ctx: Ctx, serverId: string) => Promise<Partial<HelloResult>>;
  /** Created for each connection. */
  methods?: (ctx: Ctx, connection: MethodContext) => AgentMethods;
};
