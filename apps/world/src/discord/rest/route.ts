import type { Person } from '../demo.ts';
import type { Scene } from '../model/scene.ts';
import type { Grant } from '../oauth/grants.ts';

export type Caller = { kind: 'bot' } | { kind: 'person'; person: Person; grant: Grant } | { kind: 'nobody' };

export type Call = {
  scene: Scene;
  caller: Caller;
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The number of calls allowed per time window, for each channel, guild or webhook. */
export type Limit = { calls: number; perMs: number };

export type Route = {
  who: 'bot' | 'person' | 'both' | 'anyone';
  limit?: Limit;
  /** Returns the body; undefined means a reply without one. */
  handle: (call: Call) => unknown;
};

/** Methods and paths: `GET /channels/:channel`. */
export type Routes = Record<`${Method} /${string}`, Route>;
