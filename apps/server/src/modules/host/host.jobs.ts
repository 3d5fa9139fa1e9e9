import type { Ctx } from '../../context.ts';

/** Measures the host every few seconds and tells who looks. Answers what stops it. */
export function startHostJobs(_ctx: Ctx): () => void {
  return () => undefined;
}
