import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Pass } from '../../../platform/egress/proxy-pass.ts';
import { runProgram, type ProgramEnd, type ProgramCommand } from '../../../platform/programs/run-program.ts';
import { openPass } from './egress.ts';
import { requireYtDlp } from './tool-minimum.ts';
import { findJsRuntime } from './tool-paths.ts';
import { isAtLeast, readLocalVersion } from './tool-version.ts';
import { explainYtDlp } from './yt-dlp-errors.ts';

export type YtDlpRun = Pick<
  ProgramCommand,
  'timeoutMs' | 'idleTimeoutMs' | 'signal' | 'onLine' | 'cwd' | 'maxOutputChars'
> & {
  args: readonly string[];
  /** A URL or a search expression. Never an option: it comes after all of them. */
  address: string;
  maxBytes: number;
  /** The message for a failure that is not recognized. */
  unknownFailure?: string | undefined;
};

/** The first version that needs the JavaScript runtime as an option; older ones reject it. */
const firstWithJsRuntimes = '2025.11.12';
/** The oldest version whose choice of extractors was tried; some older ones reject the option. */
const firstWithExtractors = '2023.03.04';

/** Runs yt-dlp without its configuration files and with one way out: the egress proxy. */
export async function runYtDlp(ctx: Ctx, run: YtDlpRun): Promise<ProgramEnd> {
  const { args, address, maxBytes, unknownFailure, ...limits } = run;
  return ctx.state.music.toolLock.use(async () => {
    const path = await requireYtDlp(ctx);
    const extras = await hostArguments(ctx);
    const pass = await openPass(ctx, maxBytes);
    try {
      const common = ['--ignore-config', '--no-warnings', '--socket-timeout', '15', '--retries', '3'];
      const all = [...common, '--proxy', pass.url, ...extras, ...args, '--', address];
      const end = await runProgram({ path, args: all, ...limits });
      if (end.code !== 0 || end.endedBy !== 'itself') throw failure(ctx, end, pass, { address, unknownFailure });
      return end;
    } finally {
      pass.close();
    }
  });
}

async function hostArguments(ctx: Ctx): Promise<string[]> {
  const { FFMPEG_PATH } = ctx.config;
  const version = await readLocalVersion(ctx);
  const runtime = findJsRuntime(ctx.config);
  const isSince = (first: string) => version !== null && isAtLeast(version, first);
  const extractors = extractorNames(ctx.config);
  return [
    ...(FFMPEG_PATH === undefined ? [] : ['--ffmpeg-location', FFMPEG_PATH]),
    ...(isSince(firstWithJsRuntimes) && runtime !== undefined ? ['--js-runtimes', runtime] : []),
    ...(isSince(firstWithExtractors) && extractors.length > 0 ? ['--use-extractors', extractors.join(',')] : []),
  ];
}

/** Fewer extractors are less for a hostile page to reach, and matching an address against all of them takes 0.5 s. */
function extractorNames({ MUSIC_EXTRACTORS, MUSIC_HOSTS }: Ctx['config']): readonly string[] {
  return MUSIC_EXTRACTORS.length === 0 && MUSIC_HOSTS.length === 0 ? ['youtube.*'] : MUSIC_EXTRACTORS;
}

/** The error for the user; the log has the details. */
function failure(
  ctx: Ctx,
  end: ProgramEnd,
  pass: Pass,
  { address, unknownFailure }: Pick<YtDlpRun, 'address' | 'unknownFailure'>,
): AppError {
  const stderr = end.stderr.replaceAll(pass.url, 'the proxy');
  if (end.endedBy !== 'abort')
    ctx.log.warn({ code: end.code, endedBy: end.endedBy, stderr, address, refusal: pass.refusal() }, 'yt-dlp failed');
  return new AppError('VIDEO_FAILED', messageOf(ctx, end, pass, stderr) ?? unknownFailure);
}

function messageOf(ctx: Ctx, end: ProgramEnd, pass: Pass, stderr: string): string | undefined {
  if (pass.isSpent()) return tooLarge(ctx);
  if (pass.refusal() !== undefined) return 'The video redirects to a host that is not allowed.';
  if (end.endedBy === 'timeout') return 'The video site took too long.';
  if (end.endedBy === 'idle') return 'The video site stopped sending.';
  if (end.endedBy === 'abort') return 'The download was cancelled.';
  return explainYtDlp(stderr);
}

export function tooLarge(ctx: Ctx): string {
  return `This video is larger than ${ctx.config.MUSIC_MAX_MB} MB.`;
}
