import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { root } from '../paths.mjs';
import { findProgram } from '../programs.mjs';
import { exitCodeOf, isRunning } from '../run/program.mjs';

// What the unit asks of systemd, as far as it can be had without it: another user without any capability, who sees no
// home folders, may only write to the state folder and to a /tmp of its own, and has the system calls of the filter.
const bwrap = findProgram('bwrap');
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

/** Applies the filter of the unit: other system calls fail with EPERM. */
const filtered = `
import errno, os, seccomp, sys
rules = seccomp.SyscallFilter(seccomp.ERRNO(errno.EPERM))
for call in sys.argv[1].split(','):
    try:
        rules.add_rule(seccomp.ALLOW, call)
    except (RuntimeError, OSError):
        pass
rules.load()
os.execv(sys.argv[2], sys.argv[2:])
`;

/** The calls of a group, as systemd knows them. @param {string} group @returns {string[]} */
function callsOf(group) {
  const { stdout } = spawnSync('systemd-analyze', ['syscall-filter', group], { encoding: 'utf8' });
  const words = [...stdout.matchAll(/^ {4}(@?[\w-]+)$/gm)].map(([, word = '']) => word);
  return words.flatMap((word) => (word.startsWith('@') ? callsOf(word) : [word]));
}

/** Those of the unit: `SystemCallFilter=@system-service` and `~@privileged`. */
function allowedCalls() {
  const privileged = new Set(callsOf('@privileged'));
  return callsOf('@system-service')
    .filter((call) => !privileged.has(call))
    .join(',');
}

/** Where the service sees them. */
const product = '/tmp/product';
const inside = '/tmp/state';

const view = (/** @type {string} */ state) =>
  `--ro-bind / / --dev /dev --dev-bind /proc /proc --tmpfs /tmp --tmpfs /home --tmpfs /root --chdir ${inside} --cap-add ALL`
    .split(' ')
    .toSpliced(-4, 0, '--ro-bind', root, product, '--bind', state, inside);
const user =
  `setpriv --reuid=${nobody} --regid=${nobody} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all`.split(
    ' ',
  );
const asService = (/** @type {string} */ state, /** @type {string[]} */ command) =>
  [view(state), '--', user, '/usr/bin/python3', '-c', filtered, allowedCalls(), command].flat();

/** bwrap passes no signals on. @param {number | undefined} pid */
const launcherBelow = (pid) => Number(fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));

function canIsolate() {
  if (!bwrap || !isRoot) return false;
  return spawnSync(bwrap, asService(os.tmpdir(), ['/bin/true'])).status === 0;
}

it.skipIf(!canIsolate())(
  'the portal, its database and the terminal work with the restrictions of the unit',
  async () => {
    const state = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-state-'));
    fs.chownSync(state, nobody, nobody);
    onTestFinished(() => fs.rmSync(state, { recursive: true, force: true }));
    fs.writeFileSync(path.join(state, '.env'), 'PORT=0\nTRIBEHALL_WORLD=off\n', { mode: 0o644 });
    const command = [process.execPath, path.join(product, 'tooling/tribehall.mjs'), 'start'];
    const env = { PATH: process.env.PATH ?? '', HOME: inside };
    const child = spawn(bwrap ?? '', asService(state, command), { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    const ended = exitCodeOf(child);
    onTestFinished(() => {
      if (isRunning(child)) process.kill(launcherBelow(child.pid), 'SIGKILL');
    });
    await vi.waitFor(() => expect(output).toContain('Tribehall is ready at '), 90_000);
    const url = /ready at (\S+)/.exec(output)?.[1] ?? '';

    const post = async (/** @type {string} */ route, /** @type {object} */ body, token = '') => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
      const response = await fetch(`${url}/api${route}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return /** @type {any} */ (await response.json());
    };
    const setup = /setup=(\S+)/.exec(output)?.[1];
    const owner = { username: 'Ada', email: 'ada@example.org', password: 'a long enough one', setup };
    const { data } = await post('/users/register', owner);
    const run = async (/** @type {string} */ script) =>
      post('/terminal', { cmd: 'sh', args: ['-c', script], cwd: inside }, data.accessToken);
    expect(await run('id -u; grep -E "^(CapEff|CapBnd|NoNewPrivs|Seccomp):" /proc/self/status')).toMatchObject({
      data: {
        code: 0,
        output: [
          String(nobody),
          'CapEff:\t0000000000000000',
          'CapBnd:\t0000000000000000',
          'NoNewPrivs:\t1',
          'Seccomp:\t2',
        ],
      },
    });
    const written = await run(
      `touch /etc/a; touch /usr/a; ls -A /root; echo stored > ${inside}/data/a; cat ${inside}/data/a`,
    );
    expect(written).toMatchObject({
      data: {
        output: [
          expect.stringContaining('Read-only file system'),
          expect.stringContaining('Read-only file system'),
          'stored',
        ],
      },
    });
    process.kill(launcherBelow(child.pid), 'SIGTERM');
    expect(await ended).toBe(0);
  },
);
