import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { CommandName } from '@tribehall/contract';
import type { WebSocket } from 'ws';
import type { Ctx } from '../../context.ts';
import { createTurns } from '../../platform/turns.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { publishStats } from '../stats/stats.service.ts';
import type { LinkKey } from './agent-connection.ts';
import { findFault, unregister } from './intake.service.ts';
import { createAftermath } from './links.aftermath.ts';
import { openConnection, type Connection } from './links.connection.ts';
import { closeSubject, type CloseMessage } from './links.service.ts';

export type GatewayOptions = {
  helloWithinMs: number;
  silenceMs: number;
  /** How long an order may take. */
  deadlineMs: (command: CommandName) => number;
};

export type Gateway = ReturnType<typeof createGateway>;

const stopWithinMs = 2_000;
/** Of all links together: a thousand that come back at once must not keep people's requests from the database. */
const maxAtOnce = 6;

/** The links that end at this process. */
export function createGateway(ctx: Ctx, options: GatewayOptions) {
  const portalId = newId();
  const connections = new Map<string, Connection>();
  const ended: LinkKey[] = [];
  const aftermath = createAftermath(ctx);
  const queue = createSemaphore({ parallel: maxAtOnce, waiting: Number.POSITIVE_INFINITY });
  const nextTurn = createTurns();
  let removal: Promise<void> = Promise.resolve();
  let isStopping = false;

  /** Many links that end at once are taken away together; what ends meanwhile comes with the next ones. */
  const removeEnded = async () => {
    const batch = ended.splice(0);
    if (batch.length === 0) return;
    try {
      await unregister(ctx, batch);
    } catch (err) {
      ctx.log.warn({ err }, 'Links that ended could not be removed yet');
    }
    await publishStats(ctx);
  };
  const remove = (links: LinkKey[]) => {
    ended.push(...links);
    removal = removal.then(removeEnded);
  };
  const forget = (connection: Connection) => {
    connections.delete(connection.link.id);
    if (connection.isRegistered()) remove([connection.link]);
  };
  const closeIfBad = async (connection: Connection) => {
    try {
      const fault = connection.isRegistered() && (await findFault(ctx, connection.link));
      if (fault) connection.close(fault);
    } catch (err) {
      ctx.log.warn({ err }, 'A link could not be looked at');
    }
  };
  const unsubscribe = ctx.bus.subscribe(closeSubject, (data) => {
    const { serverId } = data as CloseMessage;
    for (const connection of connections.values())
      if (connection.link.serverId === serverId) void closeIfBad(connection);
  });

  return {
    portalId,
    isStopping: () => isStopping,
    /** Takes over a socket whose token is good; `onHello` is called when it has said what it is. */
    accept(socket: WebSocket, server: { id: string; tokenHash: string }, onHello: () => void): void {
      const link = { id: newId(), serverId: server.id, portalId, tokenHash: server.tokenHash };
      const connection = openConnection(ctx, socket, link, {
        ...options,
        onHello,
        onRegistered: () => void publishStats(ctx),
        inTurn: queue.run,
        nextTurn,
        afterCommit: aftermath.add,
      });
      connections.set(connection.link.id, connection);
      void connection.ended.then(() => forget(connection));
      if (isStopping) connection.terminate();
    },
    ping: () => connections.forEach((connection) => connection.ping()),
    /** Gives up on those that have been silent for too long. */
    cutSilent: () => connections.forEach((connection) => connection.cutIfSilent(options.silenceMs)),
    /** Makes the database and the links here say the same, whatever was missed. */
    async reconcile(readRows: (portalId: string) => Promise<{ id: string; serverId: string }[]>): Promise<void> {
      const registered = [...connections.values()].filter((connection) => connection.isRegistered());
      const rows = new Map((await readRows(portalId)).map((row) => [row.id, row]));
      for (const connection of registered) if (!rows.has(connection.link.id)) void closeIfBad(connection);
      remove([...rows.values()].filter((row) => !connections.has(row.id)));
    },
    async stop(): Promise<void> {
      isStopping = true;
      unsubscribe();
      const open = [...connections.values()];
      for (const connection of open) connection.close('stopping');
      const allEnded = Promise.all(open.map((connection) => connection.ended));
      await Promise.race([allEnded, delay(stopWithinMs, undefined, { ref: false })]);
      for (const connection of open) connection.terminate();
      await allEnded;
      await removal;
      await Promise.race([aftermath.stop(), delay(stopWithinMs, undefined, { ref: false })]);
    },
  };
}

function newId(): string {
  return randomBytes(9).toString('base64url');
}
