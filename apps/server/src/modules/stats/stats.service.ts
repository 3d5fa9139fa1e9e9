import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';

export function readStats(_ctx: Ctx): Promise<ReplyOutput<'GET /ark/stats'>> {
  return Promise.reject(new AppError('NOT_IMPLEMENTED'));
}
