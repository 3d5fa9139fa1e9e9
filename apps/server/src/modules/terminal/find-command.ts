import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findProgram } from '../../platform/programs/find-program.ts';
import { inWords } from './directories.ts';

export type Command = { path: string } | { code: 126 | 127; trouble: string };

/** The program a command names: by its path, seen from the directory, or by its name in PATH. */
export async function findCommand(cmd: string, cwd: string): Promise<Command> {
  if (!cmd.includes('/')) {
    const path = cmd.startsWith('.') ? undefined : findProgram(cmd);
    return path ? { path } : { code: 127, trouble: `${cmd}: command not found` };
  }
  const path = resolve(cwd, cmd);
  try {
    if ((await stat(path)).isDirectory()) return { code: 126, trouble: `${cmd}: Is a directory` };
    await access(path, constants.X_OK);
    return { path };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { code: code === 'ENOENT' ? 127 : 126, trouble: `${cmd}: ${inWords(code)}` };
  }
}
