import type { Config } from '../../../config.ts';
import { AppError } from '../../../errors.ts';
import { findProgram } from '../../../platform/programs/find-program.ts';

export const missingToolMessages = {
  'yt-dlp': 'yt-dlp is not installed on the host. Install it with `apt-get install yt-dlp`, or set YTDLP_PATH.',
  ffmpeg: 'ffmpeg is not installed on the host. Install it with `apt-get install ffmpeg`, or set FFMPEG_PATH.',
} as const;

export function findTool(config: Config, tool: keyof typeof missingToolMessages): string | undefined {
  const path = tool === 'yt-dlp' ? config.YTDLP_PATH : config.FFMPEG_PATH;
  return findProgram(path ?? tool);
}

export function requireTool(config: Config, tool: keyof typeof missingToolMessages): string {
  const path = findTool(config, tool);
  if (path === undefined) throw new AppError('TOOL_MISSING', missingToolMessages[tool], { program: tool });
  return path;
}

/** The runtime for the JavaScript of video sites, as an option of yt-dlp: `deno:/path`. */
export function findJsRuntime(config: Config): string | undefined {
  if (config.YTDLP_JS_RUNTIME !== undefined) return config.YTDLP_JS_RUNTIME;
  const deno = findProgram('deno');
  if (deno !== undefined) return `deno:${deno}`;
  return Number.parseInt(process.versions.node, 10) >= 22 ? `node:${process.execPath}` : undefined;
}
