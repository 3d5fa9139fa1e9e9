import { homedir, userInfo } from 'node:os';
import { hostEnvironment } from '../../config.ts';

/** No program is asked to fit its lines to a window: the screen wraps them. */
const columns = '200';

/** What a command gets to see: nothing of ours, and that its output may be coloured. */
export function runEnvironment(cwd: string): Record<string, string> {
  const user = userName();
  return {
    HOME: homedir(),
    ...hostEnvironment(),
    USER: user,
    LOGNAME: user,
    PWD: cwd,
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    COLUMNS: columns,
    FORCE_COLOR: '1',
    CLICOLOR_FORCE: '1',
    // Python would keep its output to itself until it has a lot of it.
    PYTHONUNBUFFERED: '1',
  };
}

/** A user of a container may have no name. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'portal');
  }
}
