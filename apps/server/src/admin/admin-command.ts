import type { Ctx } from '../context.ts';

/** A command of the operator's command line. */
export type AdminCommand = {
  takes: string[];
  /** Options by name, with a word for their value, or null for a flag. */
  options?: Record<string, string | null>;
  about: string;
  run: (ctx: Ctx, values: string[], options: Record<string, string | undefined>) => Promise<void>;
};
