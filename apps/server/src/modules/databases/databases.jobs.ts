import { mkdir } from 'node:fs/promises';
import type { Ctx } from '../../context.ts';
import { listTree } from '../../platform/files/file-tree.ts';
import { orNothing } from '../../platform/files/or-nothing.ts';
import { databasesFolder, isDatabaseName } from './databases-folder.ts';
import { untilIdle } from './saves-queue.ts';
import { settleAll } from './settle.service.ts';

const patienceMs = 10_000;

export type DatabasesJobs = {
  /** When what an earlier run left is in order; a drive that does not answer is not waited for. */
  ready: Promise<void>;
  stop: () => Promise<void>;
};

export function startDatabasesJobs(ctx: Ctx): DatabasesJobs {
  const first = prepare(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'The databases could not be looked over'));
  return {
    ready: Promise.race([first, new Promise<void>((resolve) => setTimeout(resolve, patienceMs).unref())]),
    stop: () => untilIdle(ctx),
  };
}

async function prepare(ctx: Ctx): Promise<void> {
  const root = databasesFolder(ctx);
  // The data folder is there already; one that the operator names may lie anywhere.
  const isNamed = ctx.config.DATABASES_DIR !== undefined;
  await orNothing(mkdir(root, { recursive: isNamed, mode: 0o700 })).catch(ignoreExisting);
  await settleAll(ctx);
  const { refused } = await listTree(root, isDatabaseName);
  if (refused.length > 0) ctx.log.warn({ refused }, 'These are links, or have a second name: they are no databases');
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
