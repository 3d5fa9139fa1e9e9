import { agentLimits } from '@tribehall/contract/agent/agent.contract';
import { rpcErrors } from '@tribehall/contract/agent/json-rpc';
import { saveBegin, saveEnd, saveFailed, saveRows } from '@tribehall/contract/agent/world-saves.contract';
import type { Ctx } from '../../../context.ts';
import { isDatabaseAway } from '../../../db/db.ts';
import { AppError } from '../../../errors.ts';
import {
  ConnectionClosedError,
  parseParams,
  parseParamsInTurns,
  RequestError,
  type AgentMethods,
  type MethodContext,
} from '../../agents/agent-requests.service.ts';
import { whileConnected, whileServerLocked } from '../../agents/intake.service.ts';
import * as intake from './intake.service.ts';

/** Receives one world save at a time: begin, batches of rows, end. An incomplete one is sent again from its start. */
export function createSaveMethods(ctx: Ctx, connection: MethodContext): AgentMethods {
  const { identity, inTurn, nextTurn, accept, clockAheadMs } = connection;
  let reading: intake.Reading | undefined;
  const { serverId } = identity;
  const run = async <T extends object>(work: (ctx: Ctx) => Promise<T>) =>
    accept(await inTurn(() => whileConnected(ctx, identity, work)));

  /** A bad batch fails its save only: after closing the connection the agent would send it again forever. */
  const rejectSave = async (why: string): Promise<RequestError> => {
    reading = undefined;
    await run(async (ctx) => {
      await intake.failSave(ctx, serverId, `The portal could not import the save. ${why}`);
      return {};
    });
    return new RequestError(rpcErrors.internal, `This save was rejected. ${why}`);
  };
  const orReject = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      // After an outage of the database the agent connects again and repeats the save.
      if (error instanceof ConnectionClosedError || isDatabaseAway(error)) throw error;
      if (error instanceof AppError) throw await rejectSave(error.message);
      ctx.log.error({ err: error, serverId }, 'Rows of a save could not be stored');
      throw await rejectSave('Its rows could not be stored.');
    }
  };
  const current = (): intake.Reading => {
    if (!reading) throw new RequestError(rpcErrors.invalidRequest, 'No save has been started.');
    return reading;
  };

  return {
    [saveBegin.method]: async (params) => {
      const head = parseParams(saveBegin.params, params);
      if (head instanceof RequestError) throw head;
      reading = await run((ctx) => intake.beginSave(ctx, serverId, head, clockAheadMs()));
      return { hasBase: !reading.isWhole, takesGround: true };
    },
    [saveRows.method]: async (params) => {
      const save = current();
      const batch = await parseParamsInTurns(saveRows.params, params, {
        maxItems: agentLimits.maxSaveRowsPerBatch,
        nextTurn,
      });
      if (batch instanceof RequestError) throw await rejectSave(batch.message);
      await orReject(() =>
        run(async (ctx) => {
          await intake.storeRows(ctx, save, batch);
          return {};
        }),
      );
      save.hasRows = true;
      return {};
    },
    [saveEnd.method]: async (params) => {
      const save = current();
      const report = parseParams(saveEnd.params, params);
      if (report instanceof RequestError) throw await rejectSave(report.message);
      await orReject(async () => {
        const counts = await run((ctx) => intake.markMissing(ctx, save));
        const finish = async (ctx: Ctx) => {
          await intake.endSave(ctx, save, report, counts);
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
        await intake.failSave(ctx, serverId, given.reason);
        return {};
      });
      return {};
    },
  };
}
