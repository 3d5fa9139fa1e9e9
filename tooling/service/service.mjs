import fs from 'node:fs';
import path from 'node:path';
import util from 'node:util';
import { root } from '../paths.mjs';
import { findProgram } from '../programs.mjs';
import { Stop } from '../stop.mjs';
import { findUser, onHost, readText, thisHost, writeIfChanged } from './host.mjs';
import { portalUnit, serviceUser, settingsFile, stateFolder, systemPath, unitName } from './portal-unit.mjs';

/** @typedef {import('./host.mjs').Host} Host */

const usage = `Usage: tribehall service <command>

  install    as root: writes the systemd unit, the user and the settings file; again after an update
  remove     as root: stops the service and removes its unit; data and settings stay
  status     prints whether it is installed and running

  install --print    only prints the unit`;

const unitFile = `/etc/systemd/system/${unitName}`;
const usersFile = '/etc/sysusers.d/tribehall.conf';
const users = `u ${serviceUser} - "Tribehall portal" ${stateFolder}\n`;
const firstSettings = `# Settings of the portal, one NAME=value a line: see docs/settings.md. Read at the start.
# PUBLIC_URL=https://portal.example.org
# TRUSTED_PROXIES=127.0.0.1
`;

/** @param {string[]} args @param {Host} host @param {(line: string) => void} print */
export function service(args, host = thisHost(), print = console.log) {
  const [name = '', ...options] = args;
  const isPrinted = name === 'install' && options.length === 1 && options[0] === '--print';
  if (isPrinted) {
    print(portalUnit(readFacts(host)));
    return 0;
  }
  if (options.length === 0 && name === 'install') return install(host, print);
  if (options.length === 0 && name === 'remove') return remove(host, print);
  if (options.length === 0 && name === 'status') return status(host, print);
  if (args.length > 0 && name !== 'help') throw new Stop(`"service ${args.join(' ')}" is not known.\n\n${usage}`, 2);
  print(usage);
  return 0;
}

/** @param {Host} host @param {(line: string) => void} print */
function install(host, print) {
  refuse(host, 'install');
  const facts = readFacts(host);
  refuseHomes([...facts.command, facts.nodeFolder]);
  const hasUsers = writeIfChanged(onHost(host, usersFile), users);
  must(host, 'systemd-sysusers', [...(host.folder === '/' ? [] : ['--root', host.folder]), onHost(host, usersFile)]);
  print(`${hasUsers ? 'Created' : 'Found'} the user ${serviceUser}.`);
  print(`${writeSettings(host) ? 'Wrote' : 'Left as it is:'} ${settingsFile}`);
  // Settings may name folders outside of /var/lib.
  refuseHomes(readFacts(host).writable ?? []);
  const isChanged = writeIfChanged(onHost(host, unitFile), portalUnit(readFacts(host)));
  print(`${isChanged ? 'Wrote' : 'Unchanged:'} ${unitFile}`);
  must(host, 'systemctl', ['daemon-reload']);
  must(host, 'systemctl', ['enable', unitName]);
  const isRunning = host.run('systemctl', ['is-active', '--quiet', unitName]).code === 0;
  if (isRunning) print(isChanged ? `Next: systemctl restart ${unitName}` : 'It is running.');
  else {
    print(`It starts with the machine. Next: change ${settingsFile}, then`);
    print(`  systemctl start ${unitName}`);
    print(`  journalctl --unit ${unitName} --follow    shows the link for the first Owner`);
  }
  return 0;
}

/** @param {Host} host @param {(line: string) => void} print */
function remove(host, print) {
  refuse(host, 'remove');
  if (readText(onHost(host, unitFile)) === undefined) print(`There is no ${unitFile}.`);
  else {
    must(host, 'systemctl', ['disable', '--now', unitName]);
    fs.rmSync(onHost(host, unitFile));
    must(host, 'systemctl', ['daemon-reload']);
    print(`Stopped ${unitName} and removed ${unitFile}.`);
  }
  print(`These stay: ${stateFolder}, ${path.dirname(settingsFile)} and the user ${serviceUser}.`);
  return 0;
}

/** @param {Host} host @param {(line: string) => void} print */
function status(host, print) {
  const installed = readText(onHost(host, unitFile));
  if (installed === undefined) {
    print(`Not installed: there is no ${unitFile}. To install it: sudo tribehall service install`);
    return 3;
  }
  // Only root can read the settings.
  const isSame = !host.isRoot || installed === portalUnit(readFacts(host));
  print(
    `Installed: ${unitFile}${isSame ? '' : ', by another release or for other settings (tribehall service install)'}`,
  );
  if (!host.isBooted) {
    print('Whether it is running is unknown: systemd does not run this machine.');
    return 3;
  }
  const isEnabled = host.run('systemctl', ['is-enabled', '--quiet', unitName]).code === 0;
  print(
    isEnabled ? 'It starts with the machine.' : `It does not start with the machine (systemctl enable ${unitName}).`,
  );
  const { output, code } = host.run('systemctl', ['is-active', unitName]);
  print(code === 0 ? 'It is running.' : `It is not running (${output}); the reason: journalctl --unit ${unitName}`);
  return code === 0 ? 0 : 3;
}

/** @param {Host} host @param {string} name */
function refuse(host, name) {
  if (!host.isBooted)
    throw new Stop(
      'systemd does not run this machine, so there is no service to install or remove. "tribehall start" runs the portal, and "tribehall service install --print" shows the unit.',
    );
  if (!host.isRoot) throw new Stop(`Only root may do that: sudo tribehall service ${name}`);
}

/** The service sees no home folders. @param {(string | undefined)[]} files */
function refuseHomes(files) {
  const hidden = files.find((file) => file !== undefined && /^\/(home|root|run\/user)\//.test(file));
  if (hidden === undefined) return;
  throw new Stop(
    `${hidden} is in a home folder, which the service cannot see. Move it elsewhere: a release below /opt, Node.js to /usr or /usr/local, data below /srv or /var/lib.`,
  );
}

/** @param {Host} host @returns {import('./portal-unit.mjs').UnitFacts} */
function readFacts(host) {
  const { output } = host.run('systemctl', ['--version']);
  const systemdVersion = Number(/^systemd (\d+)/.exec(output)?.[1] ?? 0);
  return {
    command: [...findCommand(), 'start'],
    systemdVersion,
    nodeFolder: path.dirname(process.execPath),
    writable: outsideFolders(host),
  };
}

/** A link in PATH survives an update; in a checkout there is only the program. */
function findCommand() {
  const own = path.join(root, 'bin/tribehall');
  if (!fs.existsSync(own)) return [process.execPath, path.join(root, 'tooling/tribehall.mjs')];
  const link = findProgram('tribehall', { PATH: systemPath.join(':') });
  return [link !== undefined && fs.realpathSync(link) === fs.realpathSync(own) ? link : own];
}

/** Folders that settings name, which the service may write to as well. @param {Host} host */
function outsideFolders(host) {
  const settings = util.parseEnv((host.isRoot && readText(onHost(host, settingsFile))) || '');
  return Object.entries(settings)
    .filter(([name]) => name.endsWith('_DIR'))
    .map(([, folder = '']) => path.resolve(stateFolder, folder))
    .filter((folder) => path.relative(stateFolder, folder).startsWith('..'))
    .toSorted();
}

/** The settings file and the link to it, where the portal and its commands read it. @param {Host} host */
function writeSettings(host) {
  const user = findUser(host, serviceUser);
  if (!user)
    throw new Stop(`The user ${serviceUser} could not be created: systemd-sysusers has not added it to /etc/passwd.`);
  const settings = onHost(host, settingsFile);
  const isNew = readText(settings) === undefined;
  if (isNew) {
    writeIfChanged(settings, firstSettings, 0o640);
    fs.chownSync(settings, 0, user.gid);
  }
  const state = onHost(host, stateFolder);
  if (!fs.existsSync(state)) {
    fs.mkdirSync(state, { recursive: true, mode: 0o700 });
    fs.chownSync(state, user.uid, user.gid);
  }
  const link = path.join(state, '.env');
  if (!fs.lstatSync(link, { throwIfNoEntry: false })) fs.symlinkSync(settingsFile, link);
  return isNew;
}

/** @param {Host} host @param {string} program @param {string[]} args */
function must(host, program, args) {
  const { code, output } = host.run(program, args);
  if (code !== 0) throw new Stop(`${program} ${args.join(' ')} failed: ${output}`);
}
