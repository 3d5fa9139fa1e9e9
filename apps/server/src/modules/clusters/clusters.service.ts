import type { topics } from '@tribehall/contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';

export type ClusterStateNow = z.output<(typeof topics)['clusters.state']['snapshot']>;

export function readClusterState(_ctx: Ctx, _clusterId: string): Promise<ClusterStateNow> {
  return Promise.reject(new AppError('NOT_IMPLEMENTED'));
}
