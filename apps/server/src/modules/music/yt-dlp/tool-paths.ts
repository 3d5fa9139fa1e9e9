import { join, resolve } from 'node:path';
import type { Config } from '../../../config.ts';
import { AppError } from '../../../errors.ts';
import { findProgram } from '../../../platform/programs/find-program.ts';

export const missingToolMessages = {
  'yt-dlp':
    'yt-dlp is not installed on the host. Press Update on the bot dashboard, install it with `apt-get install yt-dlp`, or set YTDLP_PATH.',
  ffmpeg: 'ffmpeg is not installed on the host. Install it with `apt-get install ffmpeg`, or set FFMPEG_PATH.',
} as const;

export function findTool(config: Config, tool: keyof typeof missingToolMessages): string | undefined {
  if (tool === 'ffmpeg') return findProgram(config.FFMPEG_PATH ?? tool);
  if (config.YTDLP_PATH !== undefined) return findProgram(config.YTDLP_PATH);
  return findProgram(ownCopyPath(config)) ?? findProgram(tool);
}

/** Where an update puts the release; it goes before the one in PATH, which only the package manager can update. */
export function ownCopyPath({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  return join(resolve(DATA_DIR), 'bin', 'yt-dlp');
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
