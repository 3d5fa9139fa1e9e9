import type { saveBegin, saveRow, saveRows } from '@tribehall/contract/agent/world-saves.contract';
import type * as z from 'zod';
import type { TestAgent } from '../../testing/test-agent.ts';
import { connectTestAgent } from '../../testing/test-agent.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import type { TestUser } from '../../testing/test-users.ts';

export type ReportedStructure = z.input<(typeof saveRow)['structure']>;
export type ReportedTribe = z.input<(typeof saveRow)['tribe']>;
export type ReportedSurvivor = z.input<(typeof saveRow)['survivor']>;
export type SentRows = z.input<(typeof saveRows)['params']>;
type Head = z.input<(typeof saveBegin)['params']>;

export const savedAt = new Date('2026-06-01T12:00:00.000Z');
export const later = (minutes: number) => new Date(savedAt.getTime() + minutes * 60_000);
/** Seconds of the game's clock at `savedAt`. */
export const gameTime = 1_000_000;
const daySeconds = 24 * 60 * 60;

export const structure = (id: string, more: Partial<ReportedStructure> = {}): ReportedStructure => ({
  id,
  className: 'Floor_Stone_C',
  teamId: 11,
  teamName: 'Vikings',
  ownerArkId: '501',
  ownerName: 'Mira',
  x: 1000.5,
  y: -2000,
  z: 30,
  maxHealth: 10_000,
  builtAt: gameTime - 2 * daySeconds,
  ...more,
});

export const tribe = (id: number, more: Partial<ReportedTribe> = {}): ReportedTribe => ({
  id,
  name: 'Vikings',
  adminArkIds: [],
  members: [],
  log: [],
  ...more,
});

export const survivor = (arkId: string, more: Partial<ReportedSurvivor> = {}): ReportedSurvivor => ({
  arkId,
  name: `Survivor ${arkId}`,
  ...more,
});

let readings = 0;

/** A head of its own revision. */
export const head = (more: Partial<Head> = {}): Head => ({
  base: null,
  revision: `revision-${(readings += 1)}`,
  savedAt: savedAt.toISOString(),
  map: 'TheIsland_WP',
  format: 'ASA 14',
  gameTime,
  ...more,
});

/** Sends a complete save. Returns its revision, and whether the portal had the base. */
export async function sendSave(
  agent: TestAgent,
  rows: SentRows,
  given: Partial<Head> & { structureCount?: number } = {},
): Promise<{ revision: string; hasBase: boolean }> {
  const { structureCount = rows.structures?.length ?? 0, ...rest } = given;
  const begin = head(rest);
  const { hasBase } = (await agent.request('save.begin', begin)) as { hasBase: boolean };
  await agent.request('save.rows', rows);
  await agent.request('save.end', { objectCount: 1000, failureCount: 2, structureCount });
  return { revision: begin.revision, hasBase };
}

/** A server with an agent that is connected. */
export async function openServer(app: TestApp) {
  const server = await addTestServer(app);
  const connect = () => connectTestAgent(app, { token: server.token, hello: { now: app.ctx.clock().toISOString() } });
  return { ...server, agent: await connect(), connect };
}

type Reply<T> = { status: number; code?: string; error?: string; data: T };

export async function ask<T = unknown>(
  app: TestApp,
  user: TestUser,
  path: string,
  method: 'GET' | 'PUT' | 'POST' = 'GET',
  payload?: object,
): Promise<Reply<T>> {
  const reply = await app.http.inject({
    method,
    url: `/api/ark${path}`,
    headers: user.headers,
    ...(payload ? { payload } : {}),
  });
  return reply.json<Reply<T>>();
}

export async function rowsOf<T = Record<string, unknown>>(app: TestApp, query: string): Promise<T[]> {
  const { rows } = await app.ctx.db.execute(query);
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asDate(value)])),
  ) as T[];
}

/** A plain query returns times as the database writes them. */
function asDate(value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.\d]*\+00$/.test(value)
    ? new Date(value)
    : value;
}
