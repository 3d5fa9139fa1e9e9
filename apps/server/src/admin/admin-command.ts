import type { Config } from '../config.ts';
import type { Ctx } from '../context.ts';

type Described = {
  takes: string[];
  /** Options by name, with a word for their value, or null for a flag. */
  options?: Record<string, string | null>;
  about: string;
};

type Options = Record<string, string | undefined>;

export type ContextCommand = Described & { run: (ctx: Ctx, values: string[], options: Options) => Promise<void> };

/** Opens by itself what it needs. */
type LoneCommand = Described & { runAlone: (config: Config, values: string[], options: Options) => Promise<void> };

/** A command of the operator's command line. */
export type AdminCommand = ContextCommand | LoneCommand;
