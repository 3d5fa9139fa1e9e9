import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Stop } from '../stop.mjs';
import { findProgram } from '../programs.mjs';

/**
 * Every Debian package we use. `isPresent` also finds a program that was installed in another way.
 * @typedef {'start' | 'test' | 'bench'} Purpose
 * @typedef {{ packages: string[], isPresent: () => boolean, neededBy: Purpose, for: string }} DebianEntry
 * @type {DebianEntry[]}
 */
const debianPackages = [
  {
    packages: ['yt-dlp'],
    isPresent: () => findProgram('yt-dlp') !== undefined,
    neededBy: 'start',
    for: 'song search and downloads',
  },
  {
    packages: ['ffmpeg'],
    isPresent: () => findProgram('ffmpeg') !== undefined,
    neededBy: 'start',
    for: 'music',
  },
  {
    packages: ['wdutch'],
    isPresent: () => fs.existsSync('/usr/share/dict/dutch'),
    neededBy: 'start',
    for: 'more words in the Blokken solver',
  },
  {
    packages: ['chromium-headless-shell', 'fonts-liberation'],
    isPresent: () => hasFastChromium(),
    neededBy: 'test',
    for: 'the browser tests (another Chromium is slower)',
  },
  {
    packages: ['nats-server'],
    isPresent: () => findProgram('nats-server') !== undefined,
    neededBy: 'test',
    for: 'the tests with NATS_URL',
  },
  {
    packages: ['postgresql'],
    isPresent: () => findProgram('postgres') !== undefined,
    neededBy: 'test',
    for: 'the tests with DATABASE_URL',
  },
  {
    packages: ['prometheus'],
    isPresent: () => findProgram('promtool') !== undefined,
    neededBy: 'test',
    for: 'the check of metrics and alerts by promtool',
  },
  {
    packages: ['systemd', 'bubblewrap', 'python3-seccomp'],
    isPresent: () =>
      hasSeccomp() && ['systemd-analyze', 'systemd-sysusers', 'bwrap'].every((name) => findProgram(name)),
    neededBy: 'test',
    for: 'the tests of the systemd units',
  },
  {
    packages: ['nginx', 'caddy', 'openssl'],
    isPresent: () => ['nginx', 'caddy', 'openssl'].every((name) => findProgram(name)),
    neededBy: 'test',
    for: 'the tests behind nginx and Caddy',
  },
  {
    packages: ['pgbouncer'],
    isPresent: () => findProgram('pgbouncer') !== undefined,
    neededBy: 'test',
    for: 'the tests with DATABASE_POOLER',
  },
  {
    packages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'],
    isPresent: () => ['proxy', 'account', 'container', 'object'].every((name) => findProgram(`swift-${name}-server`)),
    neededBy: 'test',
    for: 'the tests with FILES_S3_ENDPOINT',
  },
  {
    packages: ['libatomic1'],
    isPresent: () => hasLibatomic(),
    neededBy: 'test',
    for: 'the tests of executables',
  },
  {
    packages: ['nginx'],
    isPresent: () => findProgram('nginx') !== undefined,
    neededBy: 'bench',
    for: 'the figures of nginx',
  },
];

/** A person may have named another one. */
function hasFastChromium() {
  return Boolean(process.env.CHROMIUM_PATH) || findProgram('chromium-headless-shell') !== undefined;
}

/** For Debian's own Python. */
function hasSeccomp() {
  const folder = '/usr/lib/python3/dist-packages';
  return fs.existsSync(folder) && fs.readdirSync(folder).some((name) => name.startsWith('seccomp.'));
}

/** The Node.js inside executables needs it. */
function hasLibatomic() {
  const multiarch = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
  return [multiarch, '/usr/lib64', '/usr/lib'].some((folder) => fs.existsSync(path.join(folder, 'libatomic.so.1')));
}

/**
 * Installs missing packages where that is possible and allowed, else prints the command to run; never fails.
 * @param {Purpose[]} purposes
 * @param {string | undefined} setting the setting TRIBEHALL_INSTALL
 */
export function installDebianPackages(purposes, setting) {
  const missing = debianPackages.filter((entry) => purposes.includes(entry.neededBy) && !entry.isPresent());
  const plan = planDebian(missing, {
    isRoot: process.getuid?.() === 0,
    isDebian: fs.existsSync('/etc/debian_version') && findProgram('apt-get') !== undefined,
    install: setting,
  });
  for (const line of plan.lines) console.log(line);
  if (plan.packages.length > 0) install(plan.packages, missing);
}

/**
 * @param {Pick<DebianEntry, 'packages' | 'for'>[]} missing
 * @param {{ isRoot: boolean, isDebian: boolean, install: string | undefined }} machine
 * @returns {{ packages: string[], lines: string[] }} what to install now, and what to print first
 */
export function planDebian(missing, { isRoot, isDebian, install: setting }) {
  if (setting && setting !== 'on' && setting !== 'off')
    throw new Stop(`TRIBEHALL_INSTALL is "${setting}"; it must be "on" or "off".`);
  if (missing.length === 0) return { packages: [], lines: [] };
  const packages = missing.flatMap((entry) => entry.packages);
  if (isRoot && isDebian && setting !== 'off') {
    const reasons = missing.map((entry) => `  ${entry.packages.join(', ')} for ${entry.for}`);
    return { packages, lines: ['Installing Debian packages (TRIBEHALL_INSTALL=off stops this):', ...reasons] };
  }
  const lines = missing.map((entry) => `Not installed: ${entry.packages.join(', ')}. Continuing without ${entry.for}.`);
  const hint = isDebian
    ? `To install: ${isRoot ? '' : 'sudo '}apt-get install --no-install-recommends ${packages.join(' ')}`
    : `To have them, install the programs behind these Debian packages: ${packages.join(' ')}`;
  return { packages: [], lines: [...lines, hint] };
}

/** Another apt-get may be running, perhaps orphaned by a command that was killed. */
const waitForLock = ['-o', 'DPkg::Lock::Timeout=120'];

/** @param {string[]} packages @param {DebianEntry[]} missing */
function install(packages, missing) {
  const aptGet = findProgram('apt-get') ?? 'apt-get';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const steps = [
    ['update', '-qq', ...waitForLock],
    ['install', '-y', '-qq', '--no-install-recommends', ...waitForLock, ...packages],
  ];
  let output = '';
  for (const step of steps) {
    const result = spawnSync(aptGet, step, {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    output = result.stderr ?? '';
  }
  const stillMissing = missing.filter((entry) => !entry.isPresent());
  if (stillMissing.length === 0) return;
  if (output) console.warn(output.trim());
  for (const entry of stillMissing) {
    console.warn(`${entry.packages.join(', ')} could not be installed. Continuing without ${entry.for}.`);
  }
}
