import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { hostEnvironment } from '../../config.ts';

/** The path of a program, given its path or its name in PATH. Undefined if it doesn't exist or isn't executable. */
export function findProgram(
  nameOrPath: string,
  { PATH = '' }: { PATH?: string } = hostEnvironment(),
): string | undefined {
  if (isAbsolute(nameOrPath)) return isProgram(nameOrPath) ? nameOrPath : undefined;
  const folders = PATH.split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, nameOrPath)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
