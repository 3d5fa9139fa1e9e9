import * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { listTree } from '../../platform/files/file-tree.ts';
import { repeat } from '../../platform/repeat.ts';
import { isDatabaseName, readAnySnapshot } from './database-snapshot.ts';
import * as store from './databases.store.ts';
import { isMirrorName, type Mirror } from './mirror-records.ts';
import { mirrorSubject, requestSync, syncFile, wantUnlessProblem, warnOnce } from './mirror.service.ts';
import { withWriteLock } from './write-lock.ts';

const lookEveryMs = 1500;
/** Also tries again what could not be brought in line. */
const compareEveryMs = 30_000;
/** Others may write between two batches. */
const filesInBatch = 20;

const message = z.object({ file: z.string(), from: z.string() });

export type MirrorJob = {
  /** Brings everything in line. */
  syncAll(): Promise<void>;
  stop(): Promise<void>;
};

/** Keeps the folder in line with PostgreSQL: what other portals write, and what is changed by hand here. */
export function startMirror(ctx: Ctx, mirror: Mirror): MirrorJob {
  let isStopped = false;
  let running: Promise<void> | undefined;
  const work = async () => {
    try {
      while (mirror.wanted.size > 0 && !isStopped) await syncBatch(ctx, mirror);
    } catch (err) {
      ctx.log.warn({ err }, 'The databases could not be brought in line');
    } finally {
      running = undefined;
    }
  };
  const wake = async (): Promise<void> => {
    if (mirror.wanted.size > 0 && !isStopped) await (running ??= work());
  };
  mirror.wake = () => void wake();
  const syncAll = async () => {
    await requestDiffering(ctx, mirror);
    await wake();
  };
  const syncLater = () =>
    void syncAll().catch((err: unknown) => ctx.log.warn({ err }, 'The databases could not be compared'));
  const stops = [
    ctx.bus.subscribe(mirrorSubject, (data) => {
      const { data: told } = message.safeParse(data);
      if (told && told.from !== mirror.id && isMirrorName(told.file)) requestSync(mirror, told.file);
    }),
    ctx.bus.onGap(syncLater),
    repeat(
      ctx.log,
      { everyMs: lookEveryMs, failure: 'The folder of the databases could not be read', isDelayed: true },
      lookForEdits(ctx, mirror),
    ),
    repeat(
      ctx.log,
      { everyMs: compareEveryMs, failure: 'The databases could not be compared', isDelayed: true },
      syncAll,
    ),
  ];
  return {
    syncAll,
    async stop() {
      isStopped = true;
      for (const stop of stops) stop();
      await running;
    },
  };
}

async function syncBatch(ctx: Ctx, mirror: Mirror): Promise<void> {
  await withWriteLock(ctx, async () => {
    for (const file of [...mirror.wanted].slice(0, filesInBatch)) {
      mirror.wanted.delete(file);
      await syncFile(ctx, mirror, file).catch((err: unknown) =>
        warnOnce(ctx, mirror, file, `A database could not be brought in line with PostgreSQL: ${String(err)}`),
      );
    }
    await mirror.records.flush();
  });
}

/** Requests the files that are not known to be in line. */
async function requestDiffering(ctx: Ctx, mirror: Mirror): Promise<void> {
  const { records, stamps, wanted } = mirror;
  const stored = new Map((await store.listNewest(ctx.db)).map(({ file, version }) => [file, version]));
  const { files } = await listTree(ctx.state.databases.folder, isDatabaseName);
  const local = new Map(files.map(({ name, stamp }) => [name, stamp]));
  for (const [name, stamp] of local)
    if (stamps.get(name) !== stamp && !(await isAgreed(ctx, mirror, name))) wanted.add(name);
  for (const [file, version] of stored)
    if (isMirrorName(file) && (!local.has(file) || records.get(file)?.version !== version)) wanted.add(file);
  for (const file of records.files()) if (!stored.has(file)) wanted.add(file);
}

/** Whether the file still has the agreed content; remembers its stamp. */
async function isAgreed(ctx: Ctx, { records, stamps }: Mirror, file: string): Promise<boolean> {
  const local = await readAnySnapshot(ctx, file);
  if (!local || local.version !== records.get(file)?.version) return false;
  stamps.set(file, local.stamp);
  return true;
}

/** Looks for files that were changed, added or deleted by hand. One that is still being written waits for the next look. */
function lookForEdits(ctx: Ctx, mirror: Mirror): () => Promise<void> {
  let before = new Map<string, string>();
  return async () => {
    const { files } = await listTree(ctx.state.databases.folder, isDatabaseName);
    const now = new Map(files.map(({ name, stamp }) => [name, stamp]));
    for (const [name, stamp] of now) {
      if (before.get(name) !== stamp) mirror.problems.delete(name);
      else if (mirror.stamps.get(name) !== stamp && !(await isAgreed(ctx, mirror, name)))
        wantUnlessProblem(mirror, name);
    }
    for (const file of mirror.records.files()) if (!now.has(file) && !before.has(file)) wantUnlessProblem(mirror, file);
    before = now;
  };
}
