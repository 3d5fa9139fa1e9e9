import fs from 'node:fs';
import type { Config } from '../config/config.ts';
import { bad, type Finding, good, note } from './finding.ts';
import { groupsThatCanRead } from './windows-access.ts';

type System = { platform: NodeJS.Platform; groupsThatCanRead: typeof groupsThatCanRead };

/** It contains tokens and passwords. */
export async function checkConfigFile(
  { file, servers }: Pick<Config, 'file' | 'servers'>,
  system: System = { platform: process.platform, groupsThatCanRead },
): Promise<Finding> {
  const message = `${file}, ${servers.length} ${servers.length === 1 ? 'server' : 'servers'}.`;
  if (system.platform !== 'win32') {
    const isOpen = (fs.statSync(file).mode & 0o077) !== 0;
    return isOpen
      ? note('config', `${message} Other users can read it.`, `chmod 600 ${file}`)
      : good('config', message);
  }
  try {
    const groups = await system.groupsThatCanRead(file);
    if (groups.length === 0) return good('config', message);
    const fix = `icacls "${file}" /inheritance:r /grant:r *S-1-5-18:F *S-1-5-32-544:F "%USERNAME%":F`;
    return note('config', `${message} Other users can read it: ${groups.join(', ')}.`, fix);
  } catch (error) {
    return bad('config', `${message} Who can read it is unknown: ${(error as Error).message}`, 'Run icacls by hand.');
  }
}
