import type { Ctx } from '../context.ts';

/** One thing to do at the console. */
export type AdminCommand = {
  takes: string[];
  /** What may be given by name: what its value is, or null where it has none. */
  options?: Record<string, string | null>;
  about: string;
  run: (ctx: Ctx, values: string[], options: Record<string, string | undefined>) => Promise<void>;
};
