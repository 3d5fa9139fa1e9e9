import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { CommandName } from '@tribehall/contract';
import type { WebSocket } from 'ws';
import type { Ctx } from '../../context.ts';
import { isDatabaseAway } from '../../db/db.ts';
import { createBatches } from '../../platform/batches.ts';
import { createTurns } from '../../platform/turns.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { publishStats } from '../stats/stats.service.ts';
import type { ConnectionKey } from './agent-connection.ts';
import { createEventIntake } from './event-intake.service.ts';
import { findFault, unregister } from './intake.service.ts';
import { register, type Registration } from './registration.service.ts';
import { createPostCommitQueue } from './post-commit.ts';
import { openConnection, type Connection } from './connection.ts';
import { closeSubject, type CloseMessage } from './agents.service.ts';

export type GatewayOptions = {
  helloWithinMs: number;
  silenceMs: number;
  /** How often the sides send heartbeats. */
  heartbeatMs: number;
  /** How long a command may take. */
  deadlineMs: (command: CommandName) => number;
};

export type Gateway = ReturnType<typeof createGateway>;

const stopWithinMs = 2_000;
/** Over all connections: a thousand that reconnect at once must not keep people's requests from the database. */
const maxAtOnce = 6;
/** Agents that lose this portal come back over a time in which another one can take them, a thousand a second. */
const [spreadMsPerAgent, minSpreadMs, maxSpreadMs] = [1, 1_000, 30_000];
/** Hellos in one transaction. */
const maxRegistrations = 50;

/** The agent connections of this process. */
export function createGateway(ctx: Ctx, options: GatewayOptions) {
  const portalId = newId();
  const connections = new Map<string, Connection>();
  const byServer = new Map<string, Set<Connection>>();
  const ended: ConnectionKey[] = [];
  const postCommit = createPostCommitQueue(ctx);
  const queue = createSemaphore({ parallel: maxAtOnce, waiting: Number.POSITIVE_INFINITY });
  const takeBatch = createEventIntake(ctx, queue.run);
  const nextTurn = createTurns();
  const registerInBatch = createBatches((batch: Registration[]) => queue.run(() => register(ctx, batch)), {
    max: maxRegistrations,
    keyOf: ({ identity }) => identity.serverId,
    isCommon: isDatabaseAway,
  });
  ctx.state.agents.measures.counts = () => ({
    connections: connections.size,
    ...queue.counts(),
    postCommit: postCommit.waiting(),
  });
  let removal: Promise<void> = Promise.resolve();
  let isStopping = false;
  let reconnectWithinMs = minSpreadMs;
  let tendedAt = performance.now();

  /** Connections that end at once are removed in one batch; those that end meanwhile come with the next one. */
  const removeEnded = async () => {
    const batch = ended.splice(0);
    if (batch.length === 0) return;
    try {
      await unregister(ctx, batch);
    } catch (err) {
      ctx.log.warn({ err }, 'Ended agent connections could not be removed yet');
    }
    await publishStats(ctx);
  };
  const remove = (connectionKeys: ConnectionKey[]) => {
    ended.push(...connectionKeys);
    removal = removal.then(removeEnded);
  };
  const forget = (connection: Connection) => {
    const { id, serverId } = connection.identity;
    connections.delete(id);
    const others = byServer.get(serverId);
    others?.delete(connection);
    if (others?.size === 0) {
      byServer.delete(serverId);
      // Another portal may have it from now on.
      ctx.state.agents.measures.rcon.remove({ server: serverId });
    }
    if (connection.isRegistered()) remove([connection.identity]);
  };
  const closeIfBad = async (connection: Connection) => {
    try {
      const fault = connection.isRegistered() && (await findFault(ctx, connection.identity));
      if (fault) connection.close(fault);
    } catch (err) {
      ctx.log.warn({ err }, 'An agent connection could not be checked');
    }
  };
  const unsubscribe = ctx.bus.subscribe(closeSubject, (data) => {
    const { serverId, validId } = data as CloseMessage;
    for (const connection of byServer.get(serverId) ?? [])
      if (connection.identity.id !== validId) void closeIfBad(connection);
  });

  return {
    portalId,
    isStopping: () => isStopping,
    /** Takes over a socket with a valid token; `onHello` is called when its hello arrives. */
    accept(socket: WebSocket, server: { id: string; tokenHash: string }, onHello: () => void): void {
      const identity = { id: newId(), serverId: server.id, portalId, tokenHash: server.tokenHash };
      const connection = openConnection(ctx, socket, identity, {
        ...options,
        onHello,
        onRegistered: () => void publishStats(ctx),
        register: registerInBatch,
        reconnectWithinMs: () => reconnectWithinMs,
        inTurn: queue.run,
        nextTurn,
        takeBatch,
        afterCommit: postCommit.add,
      });
      connections.set(identity.id, connection);
      byServer.set(server.id, (byServer.get(server.id) ?? new Set()).add(connection));
      void connection.ended.then(() => forget(connection));
      if (isStopping) connection.terminate();
    },
    /** Sends heartbeats to those that are silent, and closes those that have been for too long. */
    tend: () => {
      const now = performance.now();
      const isLate = now - tendedAt > options.heartbeatMs;
      tendedAt = now;
      // This process was busy: what the agents have sent meanwhile is unread.
      if (isLate) return;
      const limits = { pingMs: options.heartbeatMs * 1.5, silenceMs: options.silenceMs };
      for (const connection of connections.values()) connection.tend(limits);
    },
    /** How many agents a portal has when all are connected. */
    expect: (agents: number) => {
      reconnectWithinMs = Math.min(maxSpreadMs, Math.max(minSpreadMs, Math.round(agents * spreadMsPerAgent)));
    },
    /** Reconciles the rows of the database with the open connections, whatever was missed. */
    async reconcile(readRows: (portalId: string) => Promise<{ id: string; serverId: string }[]>): Promise<void> {
      const registered = [...connections.values()].filter((connection) => connection.isRegistered());
      const rows = new Map((await readRows(portalId)).map((row) => [row.id, row]));
      for (const connection of registered) if (!rows.has(connection.identity.id)) void closeIfBad(connection);
      remove([...rows.values()].filter((row) => !connections.has(row.id)));
    },
    async stop(): Promise<void> {
      isStopping = true;
      unsubscribe();
      const open = [...connections.values()];
      // Other portals wait for the replies; each command also has a deadline of its own.
      const drainUntil = delay(ctx.config.STOP_WAIT_SECONDS * 1000, undefined, { ref: false });
      await Promise.all(
        open.map(async (connection) => {
          await Promise.race([connection.drain(), drainUntil]);
          connection.close('stopping');
        }),
      );
      const allEnded = Promise.all(open.map((connection) => connection.ended));
      await Promise.race([allEnded, delay(stopWithinMs, undefined, { ref: false })]);
      for (const connection of open) connection.terminate();
      await allEnded;
      await removal;
      await Promise.race([postCommit.stop(), delay(stopWithinMs, undefined, { ref: false })]);
    },
  };
}

function newId(): string {
  return randomBytes(9).toString('base64url');
}
