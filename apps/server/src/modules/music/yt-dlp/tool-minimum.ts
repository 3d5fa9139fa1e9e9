import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { isOwnSite } from '../videos/video-address.ts';
import { requireTool } from './tool-paths.ts';
import { isAtLeast, readLocalVersion } from './tool-version.ts';

/** In older versions a video site can run programs on the host (CVE-2026-50574, CVE-2026-50023 and earlier ones). */
export const oldestSafe = '2026.07.04';

const wayOut = 'Press Update on the bot dashboard, or install a newer one on the host and set YTDLP_PATH to it.';

export function outdatedMessage(version: string): string {
  return `yt-dlp ${version} is older than ${oldestSafe}, the oldest one without known security faults, so it is not used. ${wayOut}`;
}

/** The path of yt-dlp. Refuses one that is missing or outdated; videos from this machine can't exploit an old one. */
export async function requireYtDlp(ctx: Ctx): Promise<string> {
  const path = requireTool(ctx.config, 'yt-dlp');
  if (isOwnSite(ctx.config)) return path;
  const version = await readLocalVersion(ctx);
  if (version !== null && isAtLeast(version, oldestSafe)) return path;
  const message = version === null ? `yt-dlp does not start on the host. ${wayOut}` : outdatedMessage(version);
  const { music } = ctx.state;
  if (music.loggedOutdated !== message) ctx.log.warn({ path, version, oldestSafe }, message);
  music.loggedOutdated = message;
  throw new AppError('TOOL_OUTDATED', message, { program: 'yt-dlp', version, oldest: oldestSafe });
}
