import type { Ctx } from '../../context.ts';

export type Tool = { versionLocal: string | null; versionRemote: string | null; warnings: string[] };

/** The download tool: which version is here, which is the newest, and what is wrong with it. Never waits long. */
export async function readTool(_ctx: Ctx): Promise<Tool> {
  return { versionLocal: null, versionRemote: null, warnings: [] };
}
