import type { topics } from '@tribehall/contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';

export type HostState = z.output<(typeof topics)['host.stats']['snapshot']>;

/** The host now and in the last minutes. */
export async function readHostState(_ctx: Ctx): Promise<HostState> {
  throw new AppError('NOT_IMPLEMENTED');
}
