import { mkdir } from 'node:fs/promises';
import type { Ctx } from '../../context.ts';
import { listTree } from '../../platform/files/file-tree.ts';
import { orNothing } from '../../platform/files/or-nothing.ts';
import { isDatabaseName } from './database-snapshot.ts';
import { startMirror, type MirrorJob } from './mirror.jobs.ts';
import { untilIdle } from './write-lock.ts';
import { recoverAll } from './recovery.service.ts';

const readyTimeoutMs = 10_000;

export type DatabasesJobs = {
  /** Resolves after the recovery of earlier runs, or a timeout for a drive that does not respond. */
  ready: Promise<void>;
  stop: () => Promise<void>;
};

export function startDatabasesJobs(ctx: Ctx): DatabasesJobs {
  const { mirror } = ctx.state.databases;
  // From the first moment on, so that no message is missed.
  const job = mirror && startMirror(ctx, mirror);
  const first = prepare(ctx, job).catch((err: unknown) =>
    ctx.log.warn({ err }, 'The databases could not be recovered and checked'),
  );
  return {
    ready: Promise.race([first, new Promise<void>((resolve) => setTimeout(resolve, readyTimeoutMs).unref())]),
    stop: async () => {
      await job?.stop();
      await untilIdle(ctx);
    },
  };
}

async function prepare(ctx: Ctx, mirror: MirrorJob | undefined): Promise<void> {
  const root = ctx.state.databases.folder;
  // The data folder exists already; a folder that the operator sets may be anywhere.
  const isNamed = ctx.config.DATABASES_DIR !== undefined;
  await orNothing(mkdir(root, { recursive: isNamed, mode: 0o700 })).catch(ignoreExisting);
  await recoverAll(ctx);
  await ctx.bus.subscribed();
  await mirror?.syncAll();
  const { refused } = await listTree(root, isDatabaseName);
  if (refused.length > 0)
    ctx.log.warn({ refused }, 'Symbolic links and files with hard links are ignored in the folder of the databases');
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
