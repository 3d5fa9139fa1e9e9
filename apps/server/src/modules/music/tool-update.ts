import { constants } from 'node:fs';
import { access, chmod, copyFile, mkdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { findProgram } from '../../platform/programs/find-program.ts';
import { runProgram } from '../../platform/programs/run-program.ts';
import { findTool } from './tool-paths.ts';
import { askVersion } from './tool-version.ts';

const updateWithinMs = 120_000;
const maxLines = 200;
const maxLineChars = 300;
const maxCopiedBytes = 200_000_000;

/** A copy of the program as it was. */
type Copy = { path: string; copy: string };

/** Runs the update, tries what it made, and puts the old program back where that does not start. Answers how it went. */
export async function updateTool(ctx: Ctx, path: string | undefined, tell: (line: string) => void): Promise<string> {
  const before = path === undefined ? null : await askVersion(path);
  const copy = path === undefined ? undefined : await keepCopy(ctx, path);
  if (before !== null) tell(`yt-dlp ${before} is here.`);
  try {
    const complaint = await runUpdate(ctx, path, tell);
    const now = findTool(ctx.config, 'yt-dlp');
    const after = now === undefined ? null : await askVersion(now);
    if (after === null) {
      const isBack = copy !== undefined && (await putBack(copy));
      tell(isBack ? 'yt-dlp did not start any more; the old one is back.' : 'yt-dlp does not start any more.');
      throw new AppError(
        'VIDEO_FAILED',
        isBack
          ? 'The new yt-dlp does not start. The old one was put back.'
          : 'yt-dlp does not start any more. Please install it again.',
      );
    }
    if (complaint !== undefined) throw new AppError('VIDEO_FAILED', complaint);
    tell(`yt-dlp ${after} is here.`);
    return after === before ? `yt-dlp ${after} is the newest already.` : `yt-dlp is now ${after}.`;
  } finally {
    if (copy) await rm(copy.copy, { force: true });
  }
}

/** Answers what yt-dlp or its installer complained about; undefined where it went well. */
async function runUpdate(
  ctx: Ctx,
  path: string | undefined,
  tell: (line: string) => void,
): Promise<string | undefined> {
  const [program = '', ...args] = ctx.config.YTDLP_UPDATE.length > 0 ? ctx.config.YTDLP_UPDATE : [path ?? '', '-U'];
  let lines = 0;
  const hear = (line: string) => {
    const clean = line.replace(/\p{Cc}+/gu, ' ').trim();
    lines += 1;
    if (clean !== '' && lines <= maxLines) tell(clean.slice(0, maxLineChars));
  };
  const found = program.includes('/') ? program : (findProgram(program) ?? program);
  const order = { path: found, args, timeoutMs: updateWithinMs, onLine: hear, onComplaint: hear };
  const end = await runProgram(order).catch((cause: unknown) => {
    throw new AppError(
      'TOOL_MISSING',
      `${program} cannot be run. YTDLP_UPDATE says what updates yt-dlp.`,
      undefined,
      cause,
    );
  });
  if (end.endedBy === 'timeout') return 'The update took too long.';
  if (end.code === 0) return undefined;
  ctx.log.warn({ code: end.code, stderr: end.stderr }, 'The update of yt-dlp failed');
  return end.stderr.includes('use that to update')
    ? 'yt-dlp was installed by a package manager. Update it there, or set YTDLP_UPDATE.'
    : 'The update failed. Its output says why.';
}

/** Only a file that an update could change needs a way back. */
async function keepCopy(ctx: Ctx, path: string): Promise<Copy | undefined> {
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

/** Whole or not at all: written beside it, then renamed. */
async function putBack({ path, copy }: Copy): Promise<boolean> {
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
