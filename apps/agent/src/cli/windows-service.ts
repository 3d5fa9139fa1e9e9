import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Config, ConfigError, programData, readConfig } from '../config/config.ts';
import { trimEndOf } from '@tribehall/contract/shared/text';
import type { ServiceOptions } from '../service/service.ts';
import { askLockHolder } from '../state-lock.ts';
import { isSingleFile } from '../executable/single-file.ts';
import { files } from '../files.ts';
import { npmProgram } from '../update/npm-packages.ts';
import { agentFile } from '../version.ts';
import { accounts, type RunProgram, runProgram } from './windows-access.ts';

const taskName = 'Tribehall Agent';

type System = {
  run: RunProgram;
  programData: string;
  npm: string | undefined;
  /** The single file that this agent is, if it is one. */
  executable?: string | undefined;
};

const thisSystem = (): System => ({
  run: runProgram,
  programData: programData(),
  npm: npmProgram(),
  executable: isSingleFile ? process.execPath : undefined,
});

/**
 * The agent as a task of Windows: it starts with the machine as the account LOCAL SERVICE, which has few rights, and again if it
 * fails. It runs a program of its own below ProgramData, since that account cannot read the folders of users.
 */
export const windowsService = {
  async install(config: Config, print: (line: string) => void, system: System = thisSystem()): Promise<void> {
    const { run } = system;
    const base = path.join(system.programData, 'tribehall-agent');
    const folder = path.join(base, 'program');
    const installation = system.executable === undefined ? installPackage : copyExecutable;
    const program = await installation(system, folder, config, () => takeOver(run, base));
    fs.mkdirSync(config.stateDir, { recursive: true });
    await grant(run, config.stateDir, '(OI)(CI)M');
    await grant(run, path.dirname(config.file), 'RX');
    await grant(run, config.file, 'R');
    for (const { folder: saved } of config.servers) if (saved !== undefined) await grant(run, saved, '(OI)(CI)RX');
    await createTask(run, describeTask([...program, 'run', '--quiet', '--config', config.file], folder));
    await run('schtasks', ['/Run', '/TN', taskName]);
    print(`The task "${taskName}" runs the agent now, and whenever Windows starts.`);
  },

  async remove(print: (line: string) => void, { run }: Pick<System, 'run'> = thisSystem()): Promise<void> {
    // It may not be running.
    await run('schtasks', ['/End', '/TN', taskName]).catch(() => undefined);
    await run('schtasks', ['/Delete', '/TN', taskName, '/F']);
    print(`The task "${taskName}" is removed. The configuration is still there.`);
  },

  /** Returns whether it is installed and the agent runs. What schtasks prints is in the language of the machine. */
  async status(
    { stateDir }: Pick<Config, 'stateDir'>,
    print: (line: string) => void,
    { run }: Pick<System, 'run'> = thisSystem(),
  ): Promise<boolean> {
    const query = run('schtasks', ['/Query', '/TN', taskName]);
    const isInstalled = await query.then(
      () => true,
      () => false,
    );
    const isRunning = (await askLockHolder(stateDir)) !== undefined;
    print(`The task "${taskName}" ${isInstalled ? 'is installed' : 'is not installed'}.`);
    print(`The agent ${isRunning ? 'is running' : 'is not running'}.`);
    return isInstalled && isRunning;
  },
};

/** Installs, removes or describes the task; returns whether all is well. */
export async function manageWindowsService(
  { action }: Pick<ServiceOptions, 'action'>,
  file: string | undefined,
  print: (line: string) => void,
  system: System = thisSystem(),
): Promise<boolean> {
  if (action === 'remove') {
    await windowsService.remove(print, system);
    return true;
  }
  if (file === undefined)
    throw new ConfigError(
      'There is no configuration yet: add a server first (tribehall-agent add), or use --config FILE.',
    );
  const config = readConfig(file);
  if (action === 'status') return windowsService.status(config, print, system);
  await windowsService.install(config, print, system);
  return true;
}

type Installation = (
  system: System,
  folder: string,
  config: Config,
  takeOver: () => Promise<void>,
) => Promise<string[]>;

/** Returns the command that runs it. */
const installPackage: Installation = async ({ run, npm }, folder, { portal }, takeOver) => {
  if (npm === undefined) throw new Error('There is no npm beside Node: install Node with npm.');
  const address = `${trimEndOf(portal, '/')}/api/ark/${agentFile}`;
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error'];
  await takeOver();
  await run(process.execPath, [npm, 'install', '--prefix', folder, ...options, address]);
  return [process.execPath, path.join(folder, 'node_modules', 'tribehall-agent', 'main.js')];
};

const copyExecutable: Installation = async ({ run, executable = '' }, folder, _config, takeOver) => {
  const copy = path.join(folder, 'tribehall-agent.exe');
  await takeOver();
  // Windows knows a file by its name in any case.
  if (path.resolve(executable).toLowerCase() === path.resolve(copy).toLowerCase()) return [copy];
  // If it cannot be copied, for example because the drive is full, the one that is installed goes on.
  const complete = `${copy}.new`;
  fs.mkdirSync(folder, { recursive: true });
  await files.copyFile(executable, complete);
  // It may not be running.
  await run('schtasks', ['/End', '/TN', taskName]).catch(() => undefined);
  await moveAside(copy);
  await files.rename(complete, copy);
  return [copy];
};

/** Windows does not replace a file that runs, and an update or save reader may run on for a moment; but it can be renamed. */
async function moveAside(file: string): Promise<void> {
  const folder = path.dirname(file);
  for (const name of fs.readdirSync(folder))
    if (name.endsWith('.exe.old')) await fs.promises.rm(path.join(folder, name)).catch(() => undefined);
  if (fs.existsSync(file)) await files.rename(file, path.join(folder, `tribehall-agent-${Date.now()}.exe.old`));
}

/** Any user can create folders in ProgramData, so its program could be one that someone put there. */
async function takeOver(run: RunProgram, base: string): Promise<void> {
  fs.mkdirSync(base, { recursive: true });
  const options = ['/t', '/c', '/q'];
  await run('icacls', [base, '/setowner', accounts.administrators, ...options]);
  await run('icacls', [base, '/reset', ...options]);
  const rights = { [accounts.system]: 'F', [accounts.administrators]: 'F', [accounts.localService]: 'RX' };
  const grants = Object.entries(rights).map(([account, right]) => `${account}:(OI)(CI)${right}`);
  await run('icacls', [base, '/inheritance:r', '/grant:r', ...grants, '/q']);
}

async function grant(run: RunProgram, target: string, rights: string): Promise<void> {
  await run('icacls', [target, '/grant', `${accounts.localService}:${rights}`, '/q']);
}

async function createTask(run: RunProgram, xml: string): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-task-'));
  try {
    const file = path.join(folder, 'task.xml');
    fs.writeFileSync(file, `\ufeff${xml}`, 'utf16le');
    await run('schtasks', ['/Create', '/TN', taskName, '/XML', file, '/F']);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function describeTask([program = '', ...args]: readonly string[], folder: string): string {
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>Connects ARK servers to a Tribehall portal</Description></RegistrationInfo>
  <Triggers><BootTrigger><Enabled>true</Enabled></BootTrigger></Triggers>
  <Principals>
    <Principal id="Author"><UserId>S-1-5-19</UserId><RunLevel>LeastPrivilege</RunLevel></Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure><Interval>PT1M</Interval><Count>999</Count></RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${escapeXml(program)}</Command>
      <Arguments>${escapeXml(args.map(quote).join(' '))}</Arguments>
      <WorkingDirectory>${escapeXml(folder)}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`;
}

/** Paths of Windows contain no quotation marks. */
function quote(argument: string): string {
  return /\s/.test(argument) ? `"${argument}"` : argument;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
