import type { topics } from '@tribehall/contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { AfterCommit } from '../links/links.service.ts';

export type ServerStateNow = z.output<(typeof topics)['servers.state']['snapshot']>;

export function readState(_ctx: Ctx, _serverId: string): Promise<ServerStateNow> {
  return Promise.reject(new AppError('NOT_IMPLEMENTED'));
}

/** The server, or NOT_FOUND. */
export function requireServer(
  _ctx: Ctx,
  _serverId: string,
): Promise<{ id: string; name: string; clusterId: string | null; game: 'ase' | 'asa' }> {
  return Promise.reject(new AppError('NOT_IMPLEMENTED'));
}

/** Tells every reader of the server and of its cluster what it is like now. */
export function publishState(_ctx: Ctx, _serverId: string): Promise<void> {
  return Promise.resolve();
}

/** Whether anyone's link to the server is up, over all portal processes. */
export function isConnected(_ctx: Ctx, _serverId: string): Promise<boolean> {
  return Promise.resolve(false);
}

export type { AfterCommit };
