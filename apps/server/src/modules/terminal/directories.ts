import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { fieldError } from '../../errors.ts';

/** Refuses a directory in which nothing can be run. */
export async function refuseNoDirectory(cwd: string): Promise<void> {
  const trouble = isAbsolute(cwd) ? await troubleWith(cwd) : 'Not an absolute path';
  if (trouble !== undefined) throw fieldError('BAD_REQUEST', 'cwd', `${cwd}: ${trouble}.`);
}

/** Where `cd` leads, or why it leads nowhere. */
export async function changeDirectory(
  cwd: string,
  args: readonly string[],
): Promise<{ cwd: string; trouble: string | undefined }> {
  if (args.length > 1) return { cwd, trouble: 'cd: too many arguments' };
  const [given = '~'] = args;
  const home = given === '~' || given.startsWith('~/') ? join(homedir(), given.slice(1)) : given;
  const path = resolve(cwd, home);
  const trouble = await troubleWith(path);
  return trouble === undefined ? { cwd: await realpath(path), trouble } : { cwd, trouble: `cd: ${given}: ${trouble}` };
}

async function troubleWith(path: string): Promise<string | undefined> {
  try {
    if (!(await stat(path)).isDirectory()) return 'Not a directory';
    await access(path, constants.X_OK);
    return undefined;
  } catch (error) {
    return inWords((error as NodeJS.ErrnoException).code);
  }
}

/** As other programs of this kind say it. */
export function inWords(code: string | undefined): string {
  const words: Record<string, string> = {
    ENOENT: 'No such file or directory',
    EACCES: 'Permission denied',
    EPERM: 'Operation not permitted',
    ENOTDIR: 'Not a directory',
    ELOOP: 'Too many levels of symbolic links',
    ENAMETOOLONG: 'File name too long',
    E2BIG: 'Argument list too long',
    EAGAIN: 'The system has no room for another process',
    ENOMEM: 'The system has no memory left',
  };
  return words[code ?? ''] ?? `It failed (${code ?? 'unknown'})`;
}
