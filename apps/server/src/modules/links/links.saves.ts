import { agentLimits, rpcErrors } from '@tribehall/contract/agent/agent.contract';
import { saveBegin, saveEnd, saveFailed, saveRows } from '@tribehall/contract/agent/world-saves.contract';
import type { Ctx } from '../../context.ts';
import { isDatabaseAway } from '../../db/db.ts';
import { AppError } from '../../errors.ts';
import type { NextTurn } from '../../platform/turns.ts';
import * as intake from '../structures/intake.service.ts';
import { asLink, asServer, type OpenLink, type Refusal } from './intake.service.ts';
import { ClosedError, LineError } from './links.line.ts';
import { read, readInTurns } from './links.read.ts';

type Options = {
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  nextTurn: NextTurn;
  /** Passes on what was done; closes the link where it is not good any more. */
  accept: <T extends object>(outcome: T | Refusal) => T;
  clockAheadMs: () => number;
};

/** One save at a time: begun, told in rows, ended. What is not ended is told anew from its beginning. */
export function createSaveMethods(ctx: Ctx, link: OpenLink, { inTurn, nextTurn, accept, clockAheadMs }: Options) {
  let reading: intake.Reading | undefined;
  const { serverId } = link;
  const run = async <T extends object>(work: (ctx: Ctx) => Promise<T>) =>
    accept(await inTurn(() => asLink(ctx, link, work)));

  /** A batch that cannot be kept ends its save and nothing else: to close the link would bring it again for ever. */
  const giveUp = async (why: string): Promise<LineError> => {
    reading = undefined;
    await run(async (ctx) => {
      await intake.fail(ctx, serverId, `The portal could not take in the save. ${why}`);
      return {};
    });
    return new LineError(rpcErrors.internal, `This save was given up. ${why}`);
  };
  const orGiveUp = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      // Away, the database comes back, and the agent with it.
      if (error instanceof ClosedError || isDatabaseAway(error)) throw error;
      if (error instanceof AppError) throw await giveUp(error.message);
      ctx.log.error({ err: error, serverId }, 'Rows of a save could not be kept');
      throw await giveUp('Its rows could not be kept.');
    }
  };
  const current = (): intake.Reading => {
    if (!reading) throw new LineError(rpcErrors.invalidRequest, 'No save is begun.');
    return reading;
  };

  const methods: Record<string, (params: unknown) => Promise<unknown>> = {
    [saveBegin.method]: async (params) => {
      const head = read(saveBegin.params, params);
      if (head instanceof LineError) throw head;
      reading = await run((ctx) => intake.begin(ctx, serverId, head, clockAheadMs()));
      return { hasBase: !reading.isWhole };
    },
    [saveRows.method]: async (params) => {
      const told = current();
      const batch = await readInTurns(saveRows.params, params, { maxItems: agentLimits.maxSaveRowsPerBatch, nextTurn });
      if (batch instanceof LineError) throw await giveUp(batch.message);
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
      const report = read(saveEnd.params, params);
      if (report instanceof LineError) throw await giveUp(report.message);
      await orGiveUp(async () => {
        const counts = await run((ctx) => intake.settle(ctx, told));
        const finish = async (ctx: Ctx) => {
          await intake.end(ctx, told, report, counts);
          return {};
        };
        accept(await inTurn(() => asServer(ctx, link, finish)));
      });
      reading = undefined;
      return {};
    },
    [saveFailed.method]: async (params) => {
      const given = read(saveFailed.params, params);
      if (given instanceof LineError) throw given;
      reading = undefined;
      await run(async (ctx) => {
        await intake.fail(ctx, serverId, given.reason);
        return {};
      });
      return {};
    },
  };
  return methods;
}
