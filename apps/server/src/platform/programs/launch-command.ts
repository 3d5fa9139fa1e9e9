import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { guardFolder } from './guard-process.ts';

/**
 * Runs before the program: redirects stderr to stdout, disables core dumps, limits the size of files (which may be in
 * memory), makes the program the first that the kernel kills when memory runs out, and joins the cgroups. Without a
 * cgroup, it lowers the priority of the session (autogroup).
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
/** The unit of `ulimit -f`. */
const blockBytes = 512;

/** The number of the system call `prctl`: Perl calls it by number. */
const prctlNumbers: Partial<Record<NodeJS.Architecture, number>> = {
  x64: 157,
  arm64: 167,
  arm: 172,
  ia32: 172,
  ppc64: 171,
};

type Launched = {
  path: string;
  args: readonly string[];
  limits: { memoryBytes: number };
  user?: { uid: number; gid: number } | undefined;
};

/** The command that starts a program with low priority, and, where Perl is installed, below a subreaper. */
export function buildLaunchCommand(
  { path, args, limits, user }: Launched,
  cgroupFiles: readonly string[],
): { path: string; args: string[]; hasSubreaper: boolean } {
  const [perl, ...subreaper] = process.platform === 'linux' ? subreaperArgs() : [];
  const maxBlocks = String(Math.floor(limits.memoryBytes / blockBytes));
  const shellArgs = [
    '-c',
    script,
    'sh',
    maxBlocks,
    ...cgroupFiles,
    '--',
    ...priorityArgs(),
    ...userArgs(user),
    path,
    ...args,
  ];
  return perl === undefined
    ? { path: '/bin/sh', args: shellArgs, hasSubreaper: false }
    : { path: perl, args: [...subreaper, '/bin/sh', ...shellArgs], hasSubreaper: true };
}

function priorityArgs(): string[] {
  const nice = findProgram('nice');
  const chrt = findProgram('chrt');
  return [...(nice ? [nice, '-n', '10'] : []), ...(chrt ? [chrt, '--batch', '0'] : [])];
}

/** Last, since only root may join a cgroup. Without new privileges `sudo` and the like stay what they are started as. */
function userArgs(user: Launched['user']): string[] {
  if (!user) return [];
  const setpriv = findProgram('setpriv');
  if (!setpriv) throw new Error('setpriv is missing.');
  const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  return [setpriv, ...ids, '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--'];
}

function subreaperArgs(): string[] {
  const perl = findProgram('perl');
  const prctl = prctlNumbers[process.arch];
  return perl && prctl ? [perl, join(guardFolder, 'subreaper.pl'), String(prctl)] : [];
}
