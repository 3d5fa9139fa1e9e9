import { agentLimits, rpcErrors } from '@tribehall/contract/agent/agent.contract';
import { saveBegin, saveEnd, saveFailed, saveRows } from '@tribehall/contract/agent/world-saves.contract';
import type { Ctx } from '../../context.ts';
import { isDatabaseAway } from '../../db/db.ts';
import { AppError } from '../../errors.ts';
import {
  ConnectionClosedError,
  parseParams,
  parseParamsInTurns,
  RequestError,
  type AgentMethods,
  type MethodContext,
} from '../links/agent-requests.service.ts';
import { whileConnected, whileServerLocked } from '../links/intake.service.ts';
import * as intake from './intake.service.ts';

/** One world save at a time: begun, sent in rows, ended. One that was not ended is sent again from its beginning. */
export function createSaveMethods(ctx: Ctx, connection: MethodContext): AgentMethods {
  const { identity, inTurn, nextTurn, accept, clockAheadMs } = connection;
  let reading: intake.Reading | undefined;
  const { serverId } = identity;
  const run = async <T extends object>(work: (ctx: Ctx) => Promise<T>) =>
    accept(await inTurn(() => whileConnected(ctx, identity, work)));

  /** A batch that cannot be kept ends its save and nothing else: to close the link would bring it again for ever. */
  const giveUp = async (why: string): Promise<RequestError> => {
    reading = undefined;
    await run(async (ctx) => {
      await intake.fail(ctx, serverId, `The portal could not take in the save. ${why}`);
      return {};
    });
    return new RequestError(rpcErrors.internal, `This save was given up. ${why}`);
  };
  const orGiveUp = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      // Away, the database comes back, and the agent with it.
      if (error instanceof ConnectionClosedError || isDatabaseAway(error)) throw error;
      if (error instanceof AppError) throw await giveUp(error.message);
      ctx.log.error({ err: error, serverId }, 'Rows of a save could not be kept');
      throw await giveUp('Its rows could not be kept.');
    }
  };
  const current = (): intake.Reading => {
    if (!reading) throw new RequestError(rpcErrors.invalidRequest, 'No save is begun.');
    return reading;
  };

  return {
    [saveBegin.method]: async (params) => {
      const head = parseParams(saveBegin.params, params);
      if (head instanceof RequestError) throw head;
      reading = await run((ctx) => intake.begin(ctx, serverId, head, clockAheadMs()));
      return { hasBase: !reading.isWhole };
    },
    [saveRows.method]: async (params) => {
      const told = current();
      const batch = await parseParamsInTurns(saveRows.params, params, {
        maxItems: agentLimits.maxSaveRowsPerBatch,
        nextTurn,
      });
      if (batch instanceof RequestError) throw await giveUp(batch.message);
      await orGiveUp(() =>
        run(async (ctx) => {
          await intake.takeRows(ctx, told, batch);
          return {};
        }),
      );
      told.hasRows = true;
      return {};
    },
    [saveEnd.method]: async (params) => {
      const told = current();
      const report = parseParams(saveEnd.params, params);
      if (report instanceof RequestError) throw await giveUp(report.message);
      await orGiveUp(async () => {
        const counts = await run((ctx) => intake.settle(ctx, told));
        const finish = async (ctx: Ctx) => {
          await intake.end(ctx, told, report, counts);
          return {};
        };
        accept(await inTurn(() => whileServerLocked(ctx, identity, finish)));
      });
      reading = undefined;
      return {};
    },
    [saveFailed.method]: async (params) => {
      const given = parseParams(saveFailed.params, params);
      if (given instanceof RequestError) throw given;
      reading = undefined;
      await run(async (ctx) => {
        await intake.fail(ctx, serverId, given.reason);
        return {};
      });
      return {};
    },
  };
}
