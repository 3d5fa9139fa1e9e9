import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { renameWhenFree } from '../files.ts';
import { agentName } from '../version.ts';
import { type AgentPackage, compareVersions, fullVersion, UpdateError } from './agent-package.ts';
import { type InstalledProgram, mainOf, programsFolder, readChoice, writeChoice } from './chosen-program.ts';
import { downloadAgent } from './download.ts';
import { providePackages } from './npm-packages.ts';

type Options = {
  portal: string;
  stateDir: string;
  /** Of the agent that runs. */
  runningVersion: string;
  signal?: AbortSignal | undefined;
  warn(sentence: string): void;
};

const versionMs = 20_000;

/** Installs the portal's agent in a folder of its own; the running one then hands over to it. Returns its version. */
export async function installUpdate(options: Options): Promise<{ version: string; isNew: boolean }> {
  const { portal, stateDir, runningVersion, signal } = options;
  refuseForeignFolder(stateDir);
  const offered = await downloadAgent(portal, signal);
  const version = fullVersion(offered);
  if (version === runningVersion) return { version, isNew: false };
  if (compareVersions(version, runningVersion) < 0) {
    throw new UpdateError(`The portal offers ${version}, which is older than this agent (${runningVersion}).`);
  }
  const program = await unpack(options, offered);
  const before = readChoice(stateDir);
  const previous = before?.isProven ? before.program : before?.previous;
  const { launchedBy } = before ?? {};
  writeChoice(stateDir, {
    program,
    isProven: false,
    ...(previous && previous.folder !== program.folder && { previous }),
    ...(launchedBy !== undefined && { launchedBy }),
  });
  return { version, isNew: true };
}

/** Under a temporary name until it is complete and has been started once. */
async function unpack({ stateDir, warn }: Options, offered: AgentPackage): Promise<InstalledProgram> {
  const programs = programsFolder(stateDir);
  const unfinished = path.join(programs, `.${randomUUID()}`);
  const folder = path.join(programs, `${offered.version}-${offered.build}`);
  try {
    fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 });
    for (const { name, contents } of offered.files) {
      fs.writeFileSync(path.join(unfinished, name), contents, { mode: 0o600, flush: true });
    }
    const packages = await providePackages(unfinished, offered.optional, warn);
    await refuseUnlessItStarts(unfinished, fullVersion(offered));
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    renameWhenFree(unfinished, folder);
    return { version: fullVersion(offered), folder, ...(packages !== undefined && { packages }) };
  } catch (error) {
    if (error instanceof UpdateError) throw error;
    throw new UpdateError(`The update cannot be installed in ${programs}: ${(error as Error).message}.`, {
      cause: error,
    });
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
}

/** A program that this Node cannot run must not replace one that works. */
async function refuseUnlessItStarts(folder: string, version: string): Promise<void> {
  const args = [mainOf({ folder, version }), '--version'];
  const run = promisify(execFile)(process.execPath, args, { timeout: versionMs });
  const { stdout } = await run.catch((cause: unknown) => {
    throw new UpdateError(`Agent ${version} does not start with Node ${process.version}.`, { cause });
  });
  if (stdout.trim() !== `${agentName} ${version}`) throw new UpdateError(`The update is not agent ${version}.`);
}

/** Files of another user would not be readable for the agent. */
function refuseForeignFolder(stateDir: string): void {
  const owner = fs.statSync(stateDir, { throwIfNoEntry: false })?.uid;
  const user = process.getuid?.();
  if (owner === undefined || user === undefined || owner === user) return;
  throw new UpdateError(`${stateDir} belongs to another user. Run the update as the user of the agent.`);
}
