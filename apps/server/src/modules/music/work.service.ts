import type { topics } from '@tribehall/contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';

export type WorkProgress = z.output<(typeof topics)['music.work']['snapshot']>;

/** How far a download or an update has come. NOT_FOUND where there is none. */
export async function readProgress(_ctx: Ctx, _workId: string): Promise<WorkProgress> {
  throw new AppError('NOT_FOUND');
}

/** Whether someone may follow a piece of work: it is their own. */
export async function isWorkOf(_ctx: Ctx, _userId: string, _workId: string): Promise<boolean> {
  return false;
}
