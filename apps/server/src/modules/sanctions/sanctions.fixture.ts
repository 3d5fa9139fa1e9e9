import { expect } from 'vitest';
import type { TestApp } from '../../testing/test-app.ts';
import type { TestUser } from '../../testing/test-users.ts';
import type { Sanction } from './sanctions.service.ts';

/** Of any of the calls. */
export type Reply = {
  status: number;
  code?: string;
  error?: string;
  details?: unknown;
  data: Sanction & { sanctions: Sanction[]; next: string | null; total: number };
};

type Call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<Reply>;

/** Calls below `/api/ark/`, as a user. */
export function createCaller(app: TestApp, user: TestUser): Call {
  return async (method, path, body) => {
    const url = `/api/ark/${path}`;
    return (await app.http.inject({ method, url, headers: user.headers, ...(body && { body }) })).json();
  };
}

export const onServer = (serverId: string) => ({ type: 'server', serverId }) as const;
export const onCluster = (clusterId: string) => ({ type: 'cluster', clusterId }) as const;
export const everywhere = { type: 'all' } as const;

let lastPlayer = 0;

/** The id of a player whom nobody has seen. */
export function newPlayerId(): string {
  lastPlayer += 1;
  return String(76_561_190_000_000_000n + BigInt(lastPlayer));
}

/** The body of a ban of someone new. */
export const newBan = (reach: object) => ({ kind: 'ban', playerId: newPlayerId(), reach });

/** Calls about bans, as a user. */
export function banCalls(app: TestApp, user: TestUser) {
  const call = createCaller(app, user);
  return {
    call,
    /** A ban of someone new, or another sanction. */
    ban: async (reach: object, given: object = {}): Promise<Sanction> => {
      const reply = await call('POST', 'sanctions', { ...newBan(reach), reason: 'Griefing', ...given });
      expect(reply).toMatchObject({ status: 200 });
      return reply.data;
    },
    findBan: async (playerId: string): Promise<Sanction[]> =>
      (await call('GET', `sanctions?playerId=${playerId}`)).data.sanctions,
  };
}
