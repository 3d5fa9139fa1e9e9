import {
  events,
  hello,
  agentLimits,
  logs,
  rpcErrors,
  type agentCloseCodes,
} from '@tribehall/contract/agent/agent.contract';
import type { Ctx } from '../../context.ts';
import type { NextTurn } from '../../platform/turns.ts';
import { createAgentLogIntake } from '../logs/logs.service.ts';
import type { OpenLink, Refusal } from './agent-connection.ts';
import { register, takeEvents } from './intake.service.ts';
import {
  ConnectionClosedError,
  parseParams,
  parseParamsInTurns,
  RequestError,
  type AgentMethods,
} from './agent-requests.service.ts';
import type { AfterCommit } from './links.service.ts';

/** Closes the link for a reason of the contract, or because the portal failed. */
export type Close = (reason: keyof typeof agentCloseCodes | 'failed', words?: string) => void;

export type DialogueOptions = {
  close: Close;
  /** The agent has said what it is … */
  onHello: () => void;
  /** … and been taken for the link of its server. */
  onRegistered: () => void;
  /** Runs what asks the database, not all links' at once. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Comes before each slice of work that takes long: one link at a time has a turn. */
  nextTurn: NextTurn;
  /** Takes what is to be done after a commit; waits while there is too much of it. */
  afterCommit: (serverId: string, after: AfterCommit[]) => Promise<void>;
};

const maxComplaints = 20;

/** What an agent may say, and when: hello once, then events, lines of logs and saves. */
export function createDialogue(ctx: Ctx, link: OpenLink, options: DialogueOptions) {
  const { close, inTurn, nextTurn } = options;
  const complaints = new Set<string>();
  let phase: 'new' | 'greeting' | 'open' = 'new';
  const addLines = createAgentLogIntake(ctx, link.serverId, nextTurn);
  let clockAheadMs = 0;
  let name = '';

  const end = (...given: Parameters<Close>): never => {
    close(...given);
    throw new ConnectionClosedError();
  };
  const accept = <T extends object>(outcome: T | Refusal): T =>
    'refused' in outcome ? end(outcome.refused, outcome.words) : outcome;

  const greet = async (params: unknown) => {
    if (phase !== 'new') return end('refused', 'Only one hello is taken.');
    const given = parseParams(hello.params, params);
    if (given instanceof RequestError) return end('refused', `This hello is not valid. ${given.message}`);
    phase = 'greeting';
    options.onHello();
    clockAheadMs = given.now.getTime() - ctx.clock().getTime();
    const answer = accept(await inTurn(() => register(ctx, link, given)));
    phase = 'open';
    name = answer.name;
    options.onRegistered();
    return answer;
  };

  const takeIn = async (params: unknown) => {
    const batch = parseParams(events.params, params);
    if (batch instanceof RequestError) throw batch;
    const { answer, after } = accept(await inTurn(() => takeEvents(ctx, link, batch.events, clockAheadMs)));
    for (const { reason } of answer.rejected) complain(reason);
    await options.afterCommit(link.serverId, after);
    return answer;
  };

  /** Answered at once, whatever the database does: no event waits behind lines of a log. */
  const takeLines = async (params: unknown) => {
    const batch = await parseParamsInTurns(logs.params, params, {
      maxItems: agentLimits.maxLogLinesPerBatch,
      nextTurn,
    });
    if (batch instanceof RequestError) throw batch;
    await addLines(batch, { name, clockAheadMs });
    return {};
  };

  /** Once for each reason: an agent that errs does so all the time. */
  const complain = (reason: string) => {
    if (complaints.has(reason) || complaints.size >= maxComplaints) return;
    complaints.add(reason);
    ctx.log.warn({ serverId: link.serverId, reason }, 'An event of an agent was not kept');
  };

  const methods: AgentMethods = {
    [hello.method]: greet,
    [events.method]: takeIn,
    [logs.method]: takeLines,
  };
  const connection = { link, inTurn, nextTurn, accept, clockAheadMs: () => clockAheadMs };
  for (const { methods: create } of ctx.state.links.hooks) Object.assign(methods, create?.(ctx, connection));

  return {
    isOpen: () => phase === 'open',
    /** Answers a request, or throws a RequestError; the link may close instead. */
    async answer(method: string, params: unknown): Promise<unknown> {
      if (phase !== 'open' && method !== hello.method) return end('refused', 'The first message is a hello.');
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (!run) throw new RequestError(rpcErrors.methodNotFound, 'There is no such method.');
      try {
        return await run(params);
      } catch (error) {
        if (error instanceof RequestError || error instanceof ConnectionClosedError) throw error;
        // Nothing is acknowledged: the agent sends it again on its next link.
        ctx.log.error({ err: error, serverId: link.serverId, method }, 'A message of an agent failed');
        return end('failed');
      }
    },
  };
}
