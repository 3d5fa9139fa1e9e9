import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import { buildApp } from '../../app.ts';
import { openDb, type DbConnection } from '../../db/db.ts';
import { createMemoryBus } from '../../platform/bus/memory-bus.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { onFinished, onFileFinished } from '../../testing/cleanup.ts';
import { restarted } from '../../testing/test-app.ts';
import type { Reply, TextOf, Listed, Version } from './databases.fixture.ts';
import { startDatabasesTest } from './databases.fixture.ts';

const at = (file: string) => `/${encodeURIComponent(file)}`;

/** The end of one portal on a bus that all share; while it is cut, nothing arrives and nothing is sent. */
function connectBus(shared: Bus) {
  let isCut = false;
  const onGaps = new Set<() => void>();
  const bus: Bus = {
    ...shared,
    publish: (...message) => (isCut ? undefined : shared.publish(...message)),
    subscribe: (subject, onMessage) =>
      shared.subscribe(subject, (...message) => (isCut ? undefined : onMessage(...message))),
    onGap(listener) {
      onGaps.add(listener);
      return () => void onGaps.delete(listener);
    },
  };
  return {
    bus,
    cut: () => void (isCut = true),
    mend() {
      isCut = false;
      for (const onGap of onGaps) onGap();
    },
  };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tribehall-mirror-'));
  onFileFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Portals with folders of their own on one database. */
export async function startMirrorTest() {
  const { app, owner } = await startDatabasesTest();
  const { rows } = await app.ctx.db.execute<{ name: string }>(sql`select current_database() as name`);
  const connection: DbConnection = { ...inject('database'), database: rows[0]?.name ?? '' };
  const shared = createMemoryBus();

  const startPortal = async (folder = newFolder()) => {
    const open = openDb(connection, app.ctx.log, 4);
    const config = { ...app.ctx.config, NATS_URL: 'nats://127.0.0.1:1', DATA_DIR: folder };
    const line = connectBus(shared);
    const ctx = { ...restarted(app.ctx, config), db: open.db, bus: line.bus };
    const portal = buildApp(ctx, '/nowhere');
    await portal.http.ready();
    let stopping: Promise<void> | undefined;
    const stop = () => (stopping ??= portal.http.close().then(() => open.close()));
    onFinished(stop);
    const ask = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<Reply<T>> => {
      const reply = await portal.http.inject({
        method,
        url: `/api/databases${path}`,
        headers: { ...owner.headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { payload: body }),
      });
      return JSON.parse(reply.payload) as Reply<T>;
    };
    return {
      ...folderOf(folder),
      ctx,
      cut: line.cut,
      mend: line.mend,
      stop,
      list: async () => (await ask<Listed[]>('GET', '')).data,
      read: async (file: string) => (await ask<TextOf>('GET', `${at(file)}?as=text`)).data?.text,
      save: (file: string, body: object) => ask<{ version: string }>('POST', at(file), body),
      versions: async (file: string) => (await ask<Version[]>('GET', `${at(file)}/versions`)).data,
      restore: (file: string, id: string) => ask('POST', `${at(file)}/versions/${id}/restore`, {}),
    };
  };
  return { app, owner, connection, newFolder, startPortal };
}

/** What someone at the host sees and does in the folder of a portal. */
export function folderOf(folder: string) {
  const root = join(folder, 'databases');
  return {
    folder,
    root,
    put(file: string, content: string | Buffer) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), content);
    },
    content(file: string): string | undefined {
      try {
        return readFileSync(join(root, file), 'utf8');
      } catch {
        return undefined;
      }
    },
    names: () => readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted(),
  };
}

export type MirrorPortal = Awaited<ReturnType<Awaited<ReturnType<typeof startMirrorTest>>['startPortal']>>;
