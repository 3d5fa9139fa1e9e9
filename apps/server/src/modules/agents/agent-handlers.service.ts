import type { AgentEventData, AgentEventType } from '@tribehall/contract/agent/agent.contract';
import type { Ctx } from '../../context.ts';
import type { AgentMethods, MethodContext } from './agent-requests.service.ts';
import type { HelloResult } from './agent-connection.ts';
import type { AfterCommit } from './agents.service.ts';

/** An event of a server, by the portal's clock. */
export type TakenEvent<Type extends AgentEventType> = {
  serverId: string;
  at: Date;
  ageMs: number;
  data: AgentEventData<Type>;
};

/** What is to be done after the commit because of a server's event; in order for each server. */
export type PostCommitWork = { serverId: string; run: AfterCommit };

/**
 * Applies events of one type inside the transaction that acknowledges them; returns what is to be done after the commit.
 * Chat and game events come as a list, also of several servers, the others one at a time.
 */
export type AgentEventHandler<Type extends AgentEventType> = (
  ctx: Ctx,
  events: readonly TakenEvent<Type>[],
) => Promise<PostCommitWork[] | void>;

/** A handler that applies one event after the other. */
export function inSequence<Type extends AgentEventType>(
  apply: (ctx: Ctx, serverId: string, event: TakenEvent<Type>) => Promise<AfterCommit | undefined | void>,
): AgentEventHandler<Type> {
  return async (ctx, events) => {
    const after: PostCommitWork[] = [];
    for (const event of events) {
      const { serverId } = event;
      const run = await apply(ctx, serverId, event);
      if (run) after.push({ serverId, run });
    }
    return after;
  };
}

export type AgentEventHandlers = { [Type in AgentEventType]: AgentEventHandler<Type> };

/** What a module does when agents connect and disconnect, and which further requests of an agent it handles. */
export type AgentConnectionHooks = {
  /** In the transaction of the hellos. */
  onOpen?: (ctx: Ctx, serverIds: string[]) => Promise<void>;
  /** In the transaction of a hello that is refused. */
  onRefused?: (ctx: Ctx, serverId: string) => Promise<void>;
  /** After connections have ended; servers that have a newer one are not among them. */
  onClose?: (ctx: Ctx, serverIds: string[]) => Promise<void>;
  /** Fields of the replies to the hellos, by server. */
  helloFields?: (ctx: Ctx, serverIds: string[]) => Promise<(serverId: string) => Partial<HelloResult>>;
  /** Created for each connection. */
  methods?: (ctx: Ctx, connection: MethodContext) => AgentMethods;
};
