import { homedir, userInfo } from 'node:os';
import { hostEnvironment } from '../../config.ts';

/** Wide: the screen wraps long lines. */
const columns = '200';

/** The environment of a command: none of the portal's variables, and colours are on. */
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
    // Python buffers its output otherwise.
    PYTHONUNBUFFERED: '1',
  };
}

/** In a container the user may have no name. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'portal');
  }
}
