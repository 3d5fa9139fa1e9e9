import {
  events,
  hello,
  agentLimits,
  logs,
  rconReplies,
  type agentCloseCodes,
} from '@tribehall/contract/agent/agent.contract';
import { rpcErrors } from '@tribehall/contract/agent/json-rpc';
import type { Ctx } from '../../context.ts';
import type { NextTurn } from '../../platform/turns.ts';
import { isMeasured } from '../metrics/metrics.service.ts';
import { createAgentLogIntake } from '../logs/logs.service.ts';
import { observeLag } from './agent-metrics.ts';
import type { AfterCommit } from './agents.service.ts';
import type { ConnectionIdentity, HelloResult, Refusal } from './agent-connection.ts';
import { toBatch, type Batch, type Taken } from './event-intake.service.ts';
import type { Registration } from './registration.service.ts';
import {
  ConnectionClosedError,
  parseParams,
  parseParamsInTurns,
  RequestError,
  type AgentMethods,
} from './agent-requests.service.ts';

/** Closes the connection for a reason of the contract, or because the portal failed. */
export type Close = (reason: keyof typeof agentCloseCodes | 'failed', words?: string) => void;

export type SessionOptions = {
  close: Close;
  /** The agent has sent its hello … */
  onHello: () => void;
  /** … and was registered as the connection of its server. */
  onRegistered: () => void;
  register: (registration: Registration) => Promise<HelloResult | Refusal>;
  /** Over which time the agents spread when they lose this portal. */
  reconnectWithinMs: () => number;
  /** Runs database work, bounded over all connections. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Comes before each slice of long work: one connection at a time has a turn. */
  nextTurn: NextTurn;
  /** Applies a batch of events and acknowledges it. */
  takeBatch: (batch: Batch) => Promise<Taken | Refusal>;
  /** Queues post-commit work; waits while the queue is full. */
  afterCommit: (serverId: string, after: AfterCommit[]) => Promise<void>;
};

const maxReasons = 20;
/** As often as Prometheus usually looks. */
const rconReportMs = 15_000;

/** The requests of one agent: hello once, then events, log lines and whatever methods modules declare. */
export function createAgentSession(ctx: Ctx, identity: ConnectionIdentity, options: SessionOptions) {
  const { close, inTurn, nextTurn } = options;
  const loggedReasons = new Set<string>();
  let phase: 'new' | 'greeting' | 'open' = 'new';
  const addLogLines = createAgentLogIntake(ctx, identity.serverId, nextTurn);
  let clockAheadMs = 0;
  let name = '';

  const end = (...given: Parameters<Close>): never => {
    close(...given);
    throw new ConnectionClosedError();
  };
  const accept = <T extends object>(outcome: T | Refusal): T =>
    'refused' in outcome ? end(outcome.refused, outcome.words) : outcome;

  const greet = async (params: unknown) => {
    if (phase !== 'new') return end('refused', 'Only one hello is accepted.');
    const given = parseParams(hello.params, params);
    if (given instanceof RequestError) return end('refused', `This hello is not valid. ${given.message}`);
    phase = 'greeting';
    options.onHello();
    clockAheadMs = given.now.getTime() - ctx.clock().getTime();
    const reply = accept(await options.register({ identity, given }));
    phase = 'open';
    name = reply.name;
    options.onRegistered();
    return {
      ...reply,
      reconnectWithinMs: options.reconnectWithinMs(),
      ...(isMeasured(ctx.config) ? { rconReportMs } : {}),
    };
  };

  const takeIn = async (params: unknown) => {
    const batch = parseParams(events.params, params);
    if (batch instanceof RequestError) throw batch;
    const parsed = toBatch(ctx, identity, batch.events, clockAheadMs);
    const { result, after } = accept(await options.takeBatch(parsed));
    observeLag(ctx.state.agents.measures, parsed.events, ctx.clock());
    for (const { reason } of result.rejected) logOnce(reason);
    await options.afterCommit(identity.serverId, after);
    return result;
  };

  /** Replies without waiting for the database: no event waits behind log lines. */
  const takeLogLines = async (params: unknown) => {
    const batch = await parseParamsInTurns(logs.params, params, {
      maxItems: agentLimits.maxLogLinesPerBatch,
      nextTurn,
    });
    if (batch instanceof RequestError) throw batch;
    await addLogLines(batch, { name, clockAheadMs });
    return {};
  };

  const takeReplyTimes = async (params: unknown) => {
    const report = parseParams(rconReplies.params, params);
    if (report instanceof RequestError) throw report;
    const series = ctx.state.agents.measures.rcon.series({ server: identity.serverId });
    for (const ms of report.ms) series.observe(ms / 1000);
    return {};
  };

  /** Once for each reason: a faulty agent repeats itself. */
  const logOnce = (reason: string) => {
    if (loggedReasons.has(reason) || loggedReasons.size >= maxReasons) return;
    loggedReasons.add(reason);
    ctx.log.warn({ serverId: identity.serverId, reason }, 'An event from an agent was rejected');
  };

  const methods: AgentMethods = {
    [hello.method]: greet,
    [events.method]: takeIn,
    [logs.method]: takeLogLines,
    [rconReplies.method]: takeReplyTimes,
  };
  const connection = { identity, inTurn, nextTurn, accept, clockAheadMs: () => clockAheadMs };
  for (const { methods: create } of ctx.state.agents.hooks) Object.assign(methods, create?.(ctx, connection));

  return {
    isOpen: () => phase === 'open',
    /** Returns the result of a request, or throws a RequestError; the connection may close instead. */
    async handle(method: string, params: unknown): Promise<unknown> {
      if (phase !== 'open' && method !== hello.method) return end('refused', 'The first message must be a hello.');
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (!run) throw new RequestError(rpcErrors.methodNotFound, 'There is no such method.');
      try {
        return await run(params);
      } catch (error) {
        if (error instanceof RequestError || error instanceof ConnectionClosedError) throw error;
        // Nothing is acknowledged: the agent sends it again on its next connection.
        ctx.log.error({ err: error, serverId: identity.serverId, method }, 'A message from an agent failed');
        return end('failed');
      }
    },
  };
}
