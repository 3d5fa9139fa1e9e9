import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { fieldError } from '../../errors.ts';
import { findProgram } from '../../platform/programs/find-program.ts';

/** Refuses a directory in which no command can run. */
export async function requireDirectory(cwd: string): Promise<void> {
  const problem = isAbsolute(cwd) ? await problemWith(cwd) : 'Not an absolute path';
  if (problem !== undefined) throw fieldError('BAD_REQUEST', 'cwd', `${cwd}: ${problem}.`);
}

/** The directory that `cd` changes to, or why it fails. */
export async function changeDirectory(
  cwd: string,
  args: readonly string[],
  homeFolder: string,
): Promise<{ cwd: string; problem: string | undefined }> {
  if (args.length > 1) return { cwd, problem: 'cd: too many arguments' };
  const [given = '~'] = args;
  const home = given === '~' || given.startsWith('~/') ? join(homeFolder, given.slice(1)) : given;
  const path = resolve(cwd, home);
  const problem = await problemWith(path);
  return problem === undefined ? { cwd: await realpath(path), problem } : { cwd, problem: `cd: ${given}: ${problem}` };
}

async function problemWith(path: string): Promise<string | undefined> {
  try {
    if (!(await stat(path)).isDirectory()) return 'Not a directory';
    await access(path, constants.X_OK);
    return undefined;
  } catch (error) {
    return describeError((error as NodeJS.ErrnoException).code);
  }
}

/** The messages that shells print. */
export function describeError(code: string | undefined): string {
  const words: Record<string, string> = {
    ENOENT: 'No such file or directory',
    EACCES: 'Permission denied',
    EPERM: 'Operation not permitted',
    ENOTDIR: 'Not a directory',
    ELOOP: 'Too many levels of symbolic links',
    ENAMETOOLONG: 'File name too long',
    E2BIG: 'Argument list too long',
    EAGAIN: 'Resource temporarily unavailable',
    ENOMEM: 'Cannot allocate memory',
  };
  return words[code ?? ''] ?? `Failed (${code ?? 'unknown'})`;
}

type Command = { path: string } | { code: 126 | 127; problem: string };

/** Finds the program of a command: by its path, relative to the directory, or by its name in PATH. */
export async function findCommand(cmd: string, cwd: string): Promise<Command> {
  if (!cmd.includes('/')) {
    const path = cmd.startsWith('.') ? undefined : findProgram(cmd);
    return path ? { path } : { code: 127, problem: `${cmd}: command not found` };
  }
  const path = resolve(cwd, cmd);
  try {
    if ((await stat(path)).isDirectory()) return { code: 126, problem: `${cmd}: Is a directory` };
    await access(path, constants.X_OK);
    return { path };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { code: code === 'ENOENT' ? 127 : 126, problem: `${cmd}: ${describeError(code)}` };
  }
}
