import { trimEndOf } from '@tribehall/contract/shared/text';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ConfigError, readConfig, type Config } from '../config/config.ts';
import { isSingleFile } from '../executable/single-file.ts';
import { agentFile, agentName } from '../version.ts';
import { agentUnit, type UnitFacts } from './agent-unit.ts';

export const serviceActions = ['install', 'remove', 'status'] as const;
export type ServiceOptions = { action: (typeof serviceActions)[number]; isPrinted: boolean; user?: string };

/** The machine that the service is installed on; tests give it another root folder. */
export type Host = {
  folder: string;
  isRoot: boolean;
  /** Whether systemd runs it. */
  isBooted: boolean;
  /** Whether npx runs this program, from a folder that may be gone tomorrow. */
  isTemporary: boolean;
  run: (program: string, args: readonly string[]) => { code: number; output: string };
};

const unitName = 'tribehall-agent.service';
const unitFile = `/etc/systemd/system/${unitName}`;
const usersFile = '/etc/sysusers.d/tribehall-agent.conf';

export function thisHost(): Host {
  return {
    folder: '/',
    isRoot: process.getuid?.() === 0,
    // As sd_booted(3) decides it.
    isBooted: fs.existsSync('/run/systemd/system'),
    isTemporary: process.env['npm_command'] === 'exec',
    run: (program, args) => {
      const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
      return { code: status ?? 1, output: error ? error.message : `${stdout}${stderr}`.trim() };
    },
  };
}

type Print = (line: string) => void;

/** Installs, removes or describes the service; returns whether all is well. */
export function manageService(
  { action, isPrinted, user }: ServiceOptions,
  file: string | undefined,
  print: Print,
  host = thisHost(),
): boolean {
  if (action === 'status') return printStatus(host, print);
  if (!isPrinted) refuse(host, action);
  if (action === 'remove') return remove(host, print);
  const found = file ?? findConfigOfCaller(host);
  if (found === undefined)
    throw new ConfigError(
      'There is no configuration yet: add a server first (tribehall-agent add), or use --config FILE.',
    );
  const config = readConfig(found);
  const chosen = user ?? chooseUser(host, config);
  const facts: UnitFacts = {
    program: isSingleFile ? [process.execPath] : [process.execPath, fs.realpathSync(process.argv[1] ?? '')],
    config: config.file,
    user: chosen,
    writable: [config.stateDir],
    systemdVersion: Number(/^systemd (\d+)/.exec(host.run('systemctl', ['--version']).output)?.[1] ?? 0),
  };
  if (isPrinted) print(agentUnit(facts));
  else install(host, config, facts, print);
  return true;
}

function install(host: Host, config: Config, facts: UnitFacts, print: Print): void {
  if (host.isTemporary)
    throw new ConfigError(
      `npx runs the agent from a cache. Install it first, then run this again: npm install --global ${trimEndOf(config.portal, '/')}/api/ark/${agentFile}`,
    );
  const hidden = [config.file, ...facts.program].find((file) => file.startsWith('/root/'));
  if (hidden !== undefined)
    throw new ConfigError(
      `The service cannot see ${hidden}, since /root is root's alone. Move it elsewhere, for example to /etc/tribehall-agent.`,
    );
  const user = findUser(host, facts.user) ?? createUser(host, facts.user);
  fs.mkdirSync(config.stateDir, { recursive: true, mode: 0o700 });
  for (const file of [config.file, ...filesBelow(config.stateDir)]) fs.lchownSync(file, user.uid, user.gid);
  print(`The agent runs as ${facts.user}, who owns ${config.file} and ${config.stateDir} now.`);
  const isChanged = writeIfChanged(onHost(host, unitFile), agentUnit(facts));
  print(`${isChanged ? 'Wrote' : 'Unchanged:'} ${unitFile}`);
  for (const args of [['daemon-reload'], ['enable', unitName], ['restart', unitName]]) must(host, 'systemctl', args);
  print(`It is running, and starts with the machine. Its log: journalctl --unit ${unitName} --follow`);
}

function remove(host: Host, print: Print): boolean {
  if (!fs.existsSync(onHost(host, unitFile))) print(`There is no ${unitFile}.`);
  else {
    must(host, 'systemctl', ['disable', '--now', unitName]);
    fs.rmSync(onHost(host, unitFile));
    must(host, 'systemctl', ['daemon-reload']);
    print(`Stopped ${unitName} and removed ${unitFile}. The configuration and undelivered events stay.`);
  }
  return true;
}

function printStatus(host: Host, print: Print): boolean {
  if (!fs.existsSync(onHost(host, unitFile))) {
    print(`Not installed: there is no ${unitFile}. To install it: sudo ${agentName} service install`);
    return false;
  }
  print(`Installed: ${unitFile}`);
  if (!host.isBooted) {
    print('Whether it is running is unknown: systemd does not run this machine.');
    return false;
  }
  const isEnabled = host.run('systemctl', ['is-enabled', '--quiet', unitName]).code === 0;
  print(
    isEnabled ? 'It starts with the machine.' : `It does not start with the machine (systemctl enable ${unitName}).`,
  );
  const { code, output } = host.run('systemctl', ['is-active', unitName]);
  print(code === 0 ? 'It is running.' : `It is not running (${output}); the reason: journalctl --unit ${unitName}`);
  return code === 0;
}

function refuse(host: Host, action: string): void {
  if (!host.isBooted)
    throw new ConfigError(
      `systemd does not run this machine, so there is no service to ${action}. Let the system start "${agentName} run" in its own way.`,
    );
  if (!host.isRoot) throw new ConfigError(`Only root may do that: sudo ${agentName} service ${action}`);
}

/** Under sudo the home folder is that of root. */
function findConfigOfCaller(host: Host): string | undefined {
  const caller = readUsers(host).find(({ name }) => name === process.env['SUDO_USER']);
  const file = path.join(caller?.home ?? '/root', '.config/tribehall-agent/config.json');
  return fs.existsSync(file) ? file : undefined;
}

const ownUser = 'tribehall-agent';

/** The user of the game can read its log and saves; without one the agent gets a user of its own. */
function chooseUser(host: Host, { file, servers }: Config): string {
  const owners = [file, ...servers.flatMap(({ folder }) => folder ?? [])].map((known) => ownerOf(host, known));
  return owners.find((name) => name !== undefined && name !== 'root') ?? ownUser;
}

function ownerOf(host: Host, file: string): string | undefined {
  const uid = fs.statSync(file, { throwIfNoEntry: false })?.uid;
  return readUsers(host).find((user) => user.uid === uid)?.name;
}

const findUser = (host: Host, name: string) => readUsers(host).find((user) => user.name === name);

function readUsers(host: Host): { name: string; uid: number; gid: number; home: string }[] {
  const lines = fs.readFileSync(onHost(host, '/etc/passwd'), 'utf8').split('\n');
  const users = lines.map((line) => line.split(':'));
  return users.map(([name = '', , uid, gid, , home = '']) => ({ name, uid: Number(uid), gid: Number(gid), home }));
}

function createUser(host: Host, name: string) {
  if (name !== ownUser) throw new ConfigError(`There is no user "${name}" on this machine.`);
  writeIfChanged(onHost(host, usersFile), `u ${ownUser} - "Tribehall agent"\n`);
  const root = host.folder === '/' ? [] : ['--root', host.folder];
  must(host, 'systemd-sysusers', [...root, onHost(host, usersFile)]);
  const user = findUser(host, name);
  if (!user) throw new ConfigError(`The user ${name} could not be created: systemd-sysusers has not added it.`);
  return user;
}

function filesBelow(folder: string): string[] {
  const below = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [folder, ...below.map((name) => path.join(folder, name))];
}

const onHost = (host: Host, file: string) => path.join(host.folder, file);

function writeIfChanged(file: string, text: string): boolean {
  if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) return false;
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o755 });
  fs.writeFileSync(file, text);
  // Despite the umask of the agent: others have to see how the service is started.
  fs.chmodSync(file, 0o644);
  return true;
}

function must(host: Host, program: string, args: readonly string[]): void {
  const { code, output } = host.run(program, args);
  if (code !== 0) throw new ConfigError(`${program} ${args.join(' ')} failed: ${output}`);
}
