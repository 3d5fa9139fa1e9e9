import { readFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { hostEnvironment } from '../../config.ts';
import type { Ctx } from '../../context.ts';

/** Who runs commands; without ids the portal's own user. */
export type CommandUser = { name: string; home: string; ids?: { uid: number; gid: number } };

/** A portal of root runs commands as nobody, unless a setting says otherwise. */
export function commandUser({ config }: Pick<Ctx, 'config'>): CommandUser {
  if (process.getuid?.() !== 0 || config.TERMINAL_AS_ROOT === 'on') return { name: userName(), home: homedir() };
  const [, uid = '65534', gid = '65534'] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readUsers()) ?? [];
  return { name: 'nobody', home: '/', ids: { uid: Number(uid), gid: Number(gid) } };
}

function readUsers(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8');
  } catch {
    return '';
  }
}

/** Wide: the screen wraps long lines. */
const columns = '200';

/** The environment of a command: none of the portal's variables, and colours are on. */
export function runEnvironment(cwd: string, { name, home, ids }: CommandUser): Record<string, string> {
  return {
    HOME: home,
    ...hostEnvironment(),
    ...(ids && { HOME: home }),
    USER: name,
    LOGNAME: name,
    PWD: cwd,
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    COLUMNS: columns,
    FORCE_COLOR: '1',
    CLICOLOR_FORCE: '1',
    // Python buffers its output otherwise.
    PYTHONUNBUFFERED: '1',
  };
}

/** In a container the user may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'portal');
  }
}
