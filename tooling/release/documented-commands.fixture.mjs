import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { root } from '../paths.mjs';
import { findProgram } from '../programs.mjs';
import { exitCodeOf } from '../run/program.mjs';
import { adminCommandOf, fencedBlocks, namedCommands } from './documented-commands.mjs';

// Every command of docs/operations.md is run here as it stands there, on a machine in a folder; the others are listed
// with the reason. A new command, or a changed one, has to be added here.

const text = fs.readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));

const install = [
  'sha256sum --check SHA256SUMS',
  `tar -xzf tribehall-${version}-linux-x64.tar.gz -C /opt`,
  `ln -s /opt/tribehall-${version}/bin/tribehall /usr/local/bin/tribehall`,
  'cd /srv/tribehall',
  'tribehall start',
];
const [backup, restore] = [
  'tribehall backup --to /backups/tribehall.tar.gz --passphrase-file /etc/tribehall/passphrase',
  'tribehall restore /backups/tribehall.tar.gz --passphrase-file /etc/tribehall/passphrase',
];
const goBack = [
  'mv data/database data/database.json /somewhere/else',
  'tribehall restore --database-only data/backups/before-….tar.gz',
  'tribehall start',
];
const writeEnv =
  String.raw`printf 'PORTAL_NAME=portal.example.org\nDATABASE_PASSWORD=%s\nNATS_PASSWORD=%s\nSECRET_KEY=%s\n' ` +
  '$(openssl rand -hex 24) $(openssl rand -hex 24) $(openssl rand -hex 24) > .env';
const docker = 'there is no registry to pull images from; containers.test.mjs checks the files';
const systemd = 'there is no systemd that was booted; service.test.mjs runs it on a host of its own';

/** By command: why it is not run here. @type {Record<string, string>} */
const notRun = {
  'sudo tribehall service install': systemd,
  'docker compose up --build --detach': docker,
  'docker compose logs portal': docker,
  'docker build -f deploy/docker/Dockerfile -t tribehall .': docker,
  'docker run --read-only --tmpfs /tmp --volume tribehall:/var/lib/tribehall --publish 127.0.0.1:8080:8080 tribehall':
    docker,
};
const settingLine = /^([A-Z][A-Z0-9_]*)=/;

/** By command within a sentence: what is typed, or why nothing is. @type {Record<string, string[] | string>} */
const inSentences = {
  'npm run admin --': 'the same program as tribehall admin',
  'npm run release': 'the release that these tests use is made by it',
  'npm run release -- --no-executables': 'the release that these tests use is made without real executables',
  'npm run release -- --demo-world': 'demo-world.test.mjs runs what it makes',
  'TRIBEHALL_WORLD=on tribehall start': 'demo-world.test.mjs runs it',
  'npm start': 'e2e/start.test.ts runs it',
  'tribehall admin': 'release.test.mjs runs it',
  'tribehall doctor': ['doctor'],
  'tribehall start': 'it is in the first block',
  'tribehall backup': 'it has a block',
  'tribehall restore': 'it has a block',
  'tribehall restore --database-only FILE': 'it is in the block for going back',
  'tribehall service install': systemd,
  'useradd --system tribehall': 'the machine would have the user; step-down.test.mjs starts the portal as another one',
  'chown -R': 'the folder is one that hand-over.test.mjs sees refused',
  'cd /var/lib/tribehall && sudo -u tribehall tribehall admin …': 'the user is made by `service install`',
  'service install --print': ['service', 'install', '--print'],
  'service status': ['service', 'status'],
  'service remove': systemd,
  'systemctl edit tribehall': systemd,
  'systemctl start …': 'an example of what is not for the terminal',
  "bash -c '…'": 'what is typed in the terminal of the web app; terminal.test.ts does',
  'docker compose up --scale portal=2 --detach': docker,
  'docker compose down': docker,
  'docker compose down -v': docker,
  'docker volume prune': docker,
  'create extension pg_trgm': 'search/queries.test.ts runs it',
  "delete from database_versions where file = 'name.json'": 'mirror.test.ts runs it as it stands there',
  'npm run admin -- backup …': 'the same program as tribehall backup',
  'npm run admin -- restore …': 'the same program as tribehall restore',
};

const machine = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-documented-'));
// For root: in a folder that only root may enter, the database would be elsewhere.
fs.chmodSync(machine, 0o755);
const on = (/** @type {string} */ file) => path.join(machine, file);
const env = { PATH: `${on('/usr/local/bin')}:${process.env.PATH}`, HOME: machine };
/** Where the commands are typed. */
let cwd = on('/release');

/** @param {string} release its folder */
function setUpMachine(release) {
  const folders = ['/opt', '/usr/local/bin', '/srv/tribehall', '/srv/other', '/backups', '/etc/tribehall'];
  for (const folder of [...folders, '/somewhere/else']) fs.mkdirSync(on(folder), { recursive: true });
  fs.symlinkSync(process.execPath, on('/usr/local/bin/node'));
  // For root, who otherwise needs a user for the portal.
  for (const place of ['/srv/tribehall', '/srv/other'])
    fs.writeFileSync(path.join(on(place), '.env'), 'PORT=0\nRUN_AS=root\n');
  fs.writeFileSync(on('/etc/tribehall/passphrase'), 'a long passphrase\n', { mode: 0o600 });
  fs.symlinkSync(release, on('/release'));
}

/** The command with its paths on that machine, and this version and platform. @param {string} command */
const onMachine = (command) =>
  command
    .replaceAll(/(?<=\s)\/(?:opt|usr|srv|backups|etc|somewhere)\b/g, (folder) => on(folder))
    .replaceAll(`tribehall-${version}-linux-x64`, `tribehall-${version}-${process.platform}-${process.arch}`)
    .replaceAll('before-…', 'before-0.2.0');

/** @param {string} command */
function type(command) {
  const [, folder] = /^cd (\S+)$/.exec(onMachine(command)) ?? [];
  if (folder !== undefined) {
    cwd = path.resolve(cwd, folder);
    return '';
  }
  const { status, stdout, stderr } = spawnSync('sh', ['-c', onMachine(command)], { cwd, env, encoding: 'utf8' });
  expect(status, `${command}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}

/** The last command of a block, which goes on until it is stopped. @param {string} command @param {() => unknown} meanwhile */
async function typeAndStop(command, meanwhile) {
  const child = spawn('sh', ['-c', `exec ${onMachine(command)}`], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = exitCodeOf(child);
  try {
    await vi.waitFor(() => expect(output).toContain('Tribehall is ready at '), 60_000);
    await meanwhile();
  } finally {
    child.kill('SIGTERM');
  }
  expect(await ended, output).toBe(0);
}

/** In the file that makes the release, since that takes long. @param {() => string} releaseFolder */
export function describeDocumentedCommands(releaseFolder) {
  describe('docs/operations.md', () => {
    beforeAll(() => setUpMachine(releaseFolder()));
    afterAll(() => fs.rmSync(machine, { recursive: true, force: true }));

    it('has no command in a block that is neither run here nor excused', () => {
      const known = [...install, backup, restore, ...goBack, 'cd deploy/docker', writeEnv, ...Object.keys(notRun)];
      const written = fencedBlocks(text).flat();
      expect(written.filter((line) => !known.includes(line) && !settingLine.test(line))).toEqual([]);
      expect(known.filter((line) => !written.includes(line))).toEqual([]);
    });

    it('names settings that there are', () => {
      const settings = fs.readFileSync(path.join(root, 'docs/settings.md'), 'utf8');
      const names = fencedBlocks(text).flatMap((lines) => lines.flatMap((line) => settingLine.exec(line)?.[1] ?? []));
      expect(names.length).toBeGreaterThan(5);
      expect(names.filter((name) => !settings.includes(`| \`${name}\` |`))).toEqual([]);
    });

    it('installs, backs up, restores and goes back as it says', async () => {
      for (const command of install.slice(0, -1)) type(command);
      await typeAndStop('tribehall start', () => {
        expect(type(backup)).toContain('verified.');
      });
      const created = type('tribehall admin create-owner ada@example.org Ada');
      expect(created).toContain('ada@example.org');
      expect(type('tribehall admin add-log-entries 1000')).toContain('log entries added');
      expect(type('tribehall admin remove-load-log-entries')).toMatch(/[1-9]\d* log entries removed/);

      cwd = on('/srv/other');
      expect(type(restore)).toContain('are restored.');
      expect(fs.existsSync(path.join(cwd, 'data/secret.key'))).toBe(true);

      cwd = on('/srv/tribehall');
      type('tribehall backup --database-only --to data/backups/before-0.2.0.tar.gz');
      type('tribehall admin create-owner bob@example.org Bob');
      for (const command of goBack.slice(0, -1)) type(command);
      await typeAndStop('tribehall start', () => {
        const users = type('tribehall admin list-users');
        expect(users).toContain('ada@example.org');
        expect(users).not.toContain('bob@example.org');
      });
    }, 300_000);

    it('writes the settings of the containers', () => {
      fs.cpSync(path.join(root, 'deploy/docker'), on('/checkout/deploy/docker'), { recursive: true });
      cwd = on('/checkout');
      type('cd deploy/docker');
      type(writeEnv);
      const written = fs.readFileSync(path.join(cwd, '.env'), 'utf8');
      const wanted = fs.readFileSync(path.join(cwd, 'compose.yaml'), 'utf8').matchAll(/\$\{([A-Z_]+)/g);
      for (const [, name = ''] of wanted) expect(written).toMatch(new RegExp(`^${name}=\\S{16,}$`, 'm'));
      expect(new Set(written.match(/[0-9a-f]{48}/g)).size).toBe(3);
    });

    it('names commands in its sentences that there are', () => {
      cwd = on('/srv/tribehall');
      const help = type('tribehall admin help');
      const named = namedCommands(text);
      expect(named.length).toBeGreaterThan(30);
      const isThere = (/** @type {string} */ command) => {
        const admin = adminCommandOf(command) ?? '';
        return Object.hasOwn(inSentences, command) || admin === 'help' || new RegExp(`^ *${admin}\\b`, 'm').test(help);
      };
      expect(named.filter((command) => !isThere(command))).toEqual([]);
      for (const [command, args] of Object.entries(inSentences)) {
        expect(text.replaceAll(/\s+/g, ' '), command).toContain(`\`${command}\``);
        if (typeof args === 'string') continue;
        const { stdout, stderr } = spawnSync('tribehall', args, { cwd, env, encoding: 'utf8' });
        expect(stdout + stderr, command).not.toMatch(/no command|Unknown|Usage: tribehall <command>/);
        expect((stdout + stderr).length).toBeGreaterThan(20);
      }
    }, 120_000);

    const promtool = findProgram('promtool');
    it.skipIf(!promtool)('has a scrape configuration that Prometheus accepts', () => {
      const [yaml = ''] = fencedBlocks(text, 'yaml').map((lines) => lines.join('\n'));
      fs.writeFileSync(on('/token'), 'secret');
      fs.writeFileSync(on('/prometheus.yml'), yaml.replace('/etc/prometheus/tribehall.token', on('/token')));
      const { status, stdout, stderr } = spawnSync(promtool ?? '', ['check', 'config', on('/prometheus.yml')], {
        encoding: 'utf8',
      });
      expect(status, stdout + stderr).toBe(0);
    });
  });
}
