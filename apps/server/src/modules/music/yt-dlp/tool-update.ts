import { constants } from 'node:fs';
import { access, chmod, copyFile, mkdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { findProgram } from '../../../platform/programs/find-program.ts';
import { runProgram } from '../../../platform/programs/run-program.ts';
import { installRelease } from './tool-install.ts';
import { findTool } from './tool-paths.ts';
import { askVersion } from './tool-version.ts';

const updateWithinMs = 120_000;
const maxLines = 200;
const maxLineChars = 300;
const maxCopiedBytes = 200_000_000;

/** A copy of the previous program. */
type Copy = { path: string; copy: string };

/**
 * Updates by the configured command or by `-U`; where no program is configured, by downloading the release. Returns a
 * message about the result.
 */
export async function updateTool(
  ctx: Ctx,
  path: string | undefined,
  onOutput: (line: string) => void,
): Promise<string> {
  const { YTDLP_UPDATE, YTDLP_PATH } = ctx.config;
  const before = path === undefined ? null : await askVersion(path);
  if (before !== null) onOutput(`Installed: yt-dlp ${before}`);
  if (YTDLP_UPDATE.length > 0 || YTDLP_PATH !== undefined) return updateInPlace(ctx, path, before, onOutput);
  const installed = await installRelease(ctx, before, onOutput);
  if ('failure' in installed) throw new AppError('VIDEO_FAILED', installed.failure);
  onOutput(`Installed: yt-dlp ${installed.version}`);
  return describeResult(before, installed.version);
}

function describeResult(before: string | null, after: string): string {
  return after === before ? `yt-dlp ${after} is already the latest version.` : `yt-dlp was updated to ${after}.`;
}

/** Rolls back where the new program does not start. */
async function updateInPlace(
  ctx: Ctx,
  path: string | undefined,
  before: string | null,
  onOutput: (line: string) => void,
): Promise<string> {
  const copy = path === undefined ? undefined : await makeCopy(ctx, path);
  try {
    const failure = await runUpdate(ctx, path, onOutput);
    const now = findTool(ctx.config, 'yt-dlp');
    const after = now === undefined ? null : await askVersion(now);
    if (after === null) {
      const isRestored = copy !== undefined && (await restore(copy));
      onOutput(
        isRestored
          ? 'The new yt-dlp does not start. The previous version was restored.'
          : 'The new yt-dlp does not start.',
      );
      throw new AppError(
        'VIDEO_FAILED',
        isRestored
          ? 'The new yt-dlp does not start. The previous version was restored.'
          : 'The new yt-dlp does not start. Please reinstall it.',
      );
    }
    if (failure !== undefined) throw new AppError('VIDEO_FAILED', failure);
    onOutput(`Installed: yt-dlp ${after}`);
    return describeResult(before, after);
  } finally {
    if (copy) await rm(copy.copy, { force: true });
  }
}

/** Returns why the update failed; undefined where it succeeded. */
async function runUpdate(
  ctx: Ctx,
  path: string | undefined,
  onOutput: (line: string) => void,
): Promise<string | undefined> {
  const [program = '', ...args] = ctx.config.YTDLP_UPDATE.length > 0 ? ctx.config.YTDLP_UPDATE : [path ?? '', '-U'];
  let lines = 0;
  const forward = (line: string) => {
    const clean = line.replace(/\p{Cc}+/gu, ' ').trim();
    lines += 1;
    if (clean !== '' && lines <= maxLines) onOutput(clean.slice(0, maxLineChars));
  };
  const found = program.includes('/') ? program : (findProgram(program) ?? program);
  const run = { path: found, args, timeoutMs: updateWithinMs, onLine: forward, onErrorLine: forward };
  const end = await runProgram(run).catch((cause: unknown) => {
    throw new AppError('TOOL_MISSING', `${program} cannot be run. Check YTDLP_UPDATE.`, undefined, cause);
  });
  if (end.endedBy === 'timeout') return 'The update took too long.';
  if (end.code === 0) return undefined;
  ctx.log.warn({ code: end.code, stderr: end.stderr }, 'The update of yt-dlp failed');
  return whyFailed(end.stderr);
}

const otherWays =
  "Debian's testing release has a newer package; or download yt-dlp from its release page and set YTDLP_PATH to that file.";

function whyFailed(stderr: string): string {
  if (stderr.includes('use that to update'))
    return `yt-dlp was installed by a package manager, which has to update it. ${otherWays}`;
  if (
    /unable to (?:obtain version info|download|fetch)|urlopen error|connection (?:refused|reset)|timed out/i.test(
      stderr,
    )
  )
    return `The update could not reach GitHub, so nothing was changed. Try again later. ${otherWays}`;
  return 'The update failed. See its output for details.';
}

/** Only a file that an update can change needs a copy for the rollback. */
async function makeCopy(ctx: Ctx, path: string): Promise<Copy | undefined> {
  const real = await realpath(path);
  const isWritable = await access(real, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable || (await stat(real)).size > maxCopiedBytes) return undefined;
  const copy = join(ctx.config.DATA_DIR, 'yt-dlp.before');
  await mkdir(ctx.config.DATA_DIR, { recursive: true, mode: 0o700 });
  await copyFile(real, copy);
  return { path: real, copy };
}

/** Atomic: written beside it, then renamed. */
async function restore({ path, copy }: Copy): Promise<boolean> {
  const draft = `${path}.back`;
  try {
    await copyFile(copy, draft);
    await chmod(draft, 0o755);
    await rename(draft, path);
  } catch {
    await copyFile(copy, path);
  } finally {
    await rm(draft, { force: true });
  }
  return (await askVersion(path)) !== null;
}
