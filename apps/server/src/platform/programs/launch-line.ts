import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { guardFolder } from './guard-process.ts';

/**
 * Joins the outputs in the order of writing, asks to be the first that the kernel ends when memory is short, leaves
 * no core dumps and no file larger than its limit (which may lie in memory), and enters its group. Where there is none,
 * the group that the scheduler makes of a session gets little as a whole.
 */
const script = `
exec 2>&1
ulimit -c 0
ulimit -f "$1" 2>/dev/null
shift
joined=
echo 1000 2>/dev/null >/proc/$$/oom_score_adj
while [ "$1" != -- ]; do
  echo $$ 2>/dev/null >"$1" && joined=yes
  shift
done
shift
[ "$joined" ] || echo 19 2>/dev/null >/proc/$$/autogroup
exec "$@"
`;
/** In which `ulimit` counts. */
const blockBytes = 512;

/** The number of the system call `prctl`, for Perl, which knows calls by number alone. */
const prctlNumbers: Partial<Record<NodeJS.Architecture, number>> = {
  x64: 157,
  arm64: 167,
  arm: 172,
  ia32: 172,
  ppc64: 171,
};

/** The command line that starts a program with the least priority, and where Perl is there, below a keeper. */
export function launchLine(
  { path, args, limits }: { path: string; args: readonly string[]; limits: { memoryBytes: number } },
  joins: readonly string[],
): { path: string; args: string[]; hasKeeper: boolean } {
  const [perl, ...keeper] = process.platform === 'linux' ? keeperLine() : [];
  const maxBlocks = String(Math.floor(limits.memoryBytes / blockBytes));
  const line = ['-c', script, 'sh', maxBlocks, ...joins, '--', ...priorityLine(), path, ...args];
  return perl === undefined
    ? { path: '/bin/sh', args: line, hasKeeper: false }
    : { path: perl, args: [...keeper, '/bin/sh', ...line], hasKeeper: true };
}

function priorityLine(): string[] {
  const nice = findProgram('nice');
  const chrt = findProgram('chrt');
  return [...(nice ? [nice, '-n', '10'] : []), ...(chrt ? [chrt, '--batch', '0'] : [])];
}

function keeperLine(): string[] {
  const perl = findProgram('perl');
  const prctl = prctlNumbers[process.arch];
  return perl && prctl ? [perl, join(guardFolder, 'keeper.pl'), String(prctl)] : [];
}
