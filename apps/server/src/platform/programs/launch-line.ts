import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { guardFolder } from './guard-process.ts';

/**
 * Joins the outputs so that their order is kept, asks to be the first that the kernel ends when memory is short, and
 * leaves no core dumps. The group that the scheduler makes of a session gets little as a whole, too.
 */
const script = `
exec 2>&1
ulimit -c 0
{ echo 1000 >/proc/$$/oom_score_adj; echo 10 >/proc/$$/autogroup; } 2>/dev/null
exec "$@"
`;

/** The number of the system call `prctl`, for Perl, which knows calls by number alone. */
const prctlNumbers: Partial<Record<NodeJS.Architecture, number>> = {
  x64: 157,
  arm64: 167,
  arm: 172,
  ia32: 172,
  ppc64: 171,
};

/** The line that starts a program with the least priority, and where Perl is there, below a keeper. */
export function launchLine(
  path: string,
  args: readonly string[],
): { path: string; args: string[]; hasKeeper: boolean } {
  const keeper = process.platform === 'linux' ? keeperLine() : [];
  return {
    path: '/bin/sh',
    args: ['-c', script, 'sh', ...priorityLine(), ...keeper, path, ...args],
    hasKeeper: keeper.length > 0,
  };
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
