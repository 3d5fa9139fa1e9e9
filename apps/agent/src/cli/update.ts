import type { Config } from '../config/config.ts';
import { askLockHolder } from '../state-lock.ts';
import { installUpdate } from '../update/install-update.ts';
import { readChoice } from '../update/chosen-program.ts';
import { isSingleFile } from '../executable/single-file.ts';
import { agentVersion } from '../version.ts';

/** `tribehall-agent update`: installs the agent that the portal offers; a running agent hands over to it. */
export async function updateAgent({ portal, stateDir }: Config, print: (line: string) => void): Promise<void> {
  const runningVersion = readChoice(stateDir)?.program.version ?? agentVersion;
  const { version, isNew } = await installUpdate({ portal, stateDir, runningVersion, warn: print });
  if (!isNew) return print(`Agent ${version} is the one that the portal offers.`);
  const isRunning = (await askLockHolder(stateDir)) !== undefined;
  print(`Agent ${version} is installed, ${runningVersion} before.`);
  print(
    isRunning
      ? 'The running agent hands over to it now, and takes over again if it cannot connect to the portal.'
      : 'It is used when the agent is started.',
  );
  if (isSingleFile) {
    print(`Node.js inside ${process.execPath} is still ${process.version}. For a newer one, replace the file.`);
  }
}
