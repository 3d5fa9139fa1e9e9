import type { Ctx } from '../../context.ts';

export function startFilesJobs(_ctx: Ctx): () => void {
  return () => undefined;
}
