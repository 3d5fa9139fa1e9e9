import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../paths.mjs';
import { findProgram } from '../programs.mjs';
import { portalUnit } from './portal-unit.mjs';
import { service } from './service.mjs';

const isRoot = process.getuid?.() === 0;
const systemdAnalyze = findProgram('systemd-analyze');
/** As systemd-analyze counts, in tenths; 18 is "OK", a service without any hardening has 96. */
const maxExposure = 18;

function makeFolder() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-service-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A machine in a folder: systemd-sysusers is real, systemctl is recorded. */
function makeHost({ isBooted = true, hasRoot = true, isActive = false } = {}) {
  const folder = makeFolder();
  fs.mkdirSync(path.join(folder, 'etc'));
  /** @type {string[]} */
  const calls = [];
  /** @type {string[]} */
  const lines = [];
  const host = {
    folder,
    isRoot: hasRoot,
    isBooted,
    run: (/** @type {string} */ program, /** @type {string[]} */ args) => {
      if (args[0] === '--version') return { code: 0, output: 'systemd 252 (252.38-1~deb12u1)' };
      calls.push([program, ...args.map((arg) => arg.replace(folder, ''))].join(' '));
      if (args[0] === 'is-active') return { code: isActive ? 0 : 3, output: isActive ? 'active' : 'inactive' };
      if (program === 'systemctl') return { code: 0, output: '' };
      const { status, stdout, stderr } = spawnSync(findProgram(program) ?? program, args, { encoding: 'utf8' });
      return { code: status ?? 1, output: `${stdout}${stderr}` };
    },
  };
  const call = (/** @type {string[]} */ ...args) => service(args, host, (line) => lines.push(line));
  const read = (/** @type {string} */ file) => fs.readFileSync(path.join(folder, file), 'utf8');
  return { folder, calls, lines, call, read, at: (/** @type {string} */ file) => path.join(folder, file) };
}

const command = [process.execPath, path.join(root, 'tooling/tribehall.mjs'), 'start'];

/** @param {string[]} args @param {string} unit */
function analyze(args, unit) {
  const file = path.join(makeFolder(), 'tribehall.service');
  fs.writeFileSync(file, unit);
  const { status, stdout, stderr } = spawnSync(systemdAnalyze ?? '', [...args, file], { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}`.trim() };
}

describe.skipIf(!systemdAnalyze)('the unit of the portal', () => {
  it('is one that systemd accepts without a remark', () => {
    const version = Number(
      /^systemd (\d+)/.exec(spawnSync(systemdAnalyze ?? '', ['--version'], { encoding: 'utf8' }).stdout)?.[1],
    );
    const unit = portalUnit({
      command,
      systemdVersion: version,
      nodeFolder: '/opt/node/bin',
      writable: ['/srv/a folder %'],
    });
    expect(analyze(['verify', '--man=no'], unit)).toEqual({ status: 0, output: '' });
    expect(analyze(['verify', '--man=no'], unit.replace('ProtectClock', 'ProtectClick')).output).toContain(
      'ProtectClick',
    );
  });

  it('leaves little of the machine open', () => {
    const unit = portalUnit({ command, systemdVersion: 252 });
    const check = ['security', '--offline=yes', '--no-pager', `--threshold=${maxExposure}`];
    const { status, output } = analyze(check, unit);
    expect({ status, last: output.split('\n').at(-1) }).toEqual({ status: 0, last: expect.stringContaining('OK') });
    expect(analyze(check, unit.replace(/^SystemCallFilter=.*$/gm, '')).status).toBe(1);
  });
});

describe('the unit of the portal for each version of systemd', () => {
  it('has a part of its control group for the portal, by systemd or by a shell', () => {
    const newer = portalUnit({ command: ['/opt/a b/tribehall', '100%', '$1'], systemdVersion: 257 });
    expect(newer).toMatch(/^DelegateSubgroup=portal\n/m);
    expect(newer).toMatch(/^ExecStart="\/opt\/a b\/tribehall" 100%% \$\$1\n/m);
    const older = portalUnit({ command: ['/usr/bin/echo', 'started'], systemdVersion: 252 });
    expect(older).not.toContain('DelegateSubgroup');
    // As systemd reads it; here the folder is one that anybody may make.
    const [, script = ''] = /^ExecStart=\/bin\/sh -c '(.*)' sh \/usr\/bin\/echo started\n/m.exec(older) ?? [];
    const folder = makeFolder();
    const moved = script.replaceAll('$$', '$').replaceAll(/\/sys\/fs\/cgroup\$\([^)]*\)/g, folder);
    const { stdout } = spawnSync('/bin/sh', ['-c', moved, 'sh', '/bin/echo', 'started'], { encoding: 'utf8' });
    expect(stdout).toBe('started\n');
    expect(fs.readFileSync(path.join(folder, 'portal/cgroup.procs'), 'utf8')).toMatch(/^\d+\n$/);
  });
});

describe('tribehall service', () => {
  it.skipIf(!isRoot || !findProgram('systemd-sysusers'))(
    'installs unit, user and settings, and again without a change',
    () => {
      const { call, calls, lines, read, at } = makeHost();
      expect(call('install')).toBe(0);
      const unit = read('/etc/systemd/system/tribehall.service');
      expect(unit).toContain(`ExecStart=`);
      expect(read('/etc/passwd')).toMatch(/^tribehall:x:\d+:\d+:Tribehall portal:\/var\/lib\/tribehall:.*nologin$/m);
      const [, uid, gid] = /^tribehall:x:(\d+):(\d+)/m.exec(read('/etc/passwd')) ?? [];
      expect(fs.statSync(at('/var/lib/tribehall'))).toMatchObject({ uid: Number(uid), gid: Number(gid) });
      expect(fs.statSync(at('/etc/tribehall/portal.env'))).toMatchObject({ uid: 0, gid: Number(gid), mode: 0o100_640 });
      expect(fs.readlinkSync(at('/var/lib/tribehall/.env'))).toBe('/etc/tribehall/portal.env');
      expect(calls).toEqual([
        'systemd-sysusers --root  /etc/sysusers.d/tribehall.conf',
        'systemctl daemon-reload',
        'systemctl enable tribehall.service',
        'systemctl is-active --quiet tribehall.service',
      ]);
      expect(lines.join('\n')).toContain('systemctl start tribehall.service');

      fs.writeFileSync(at('/etc/tribehall/portal.env'), 'FILES_DIR=/srv/files\nDATA_DIR=data\n');
      expect(call('install')).toBe(0);
      expect(read('/etc/tribehall/portal.env')).toContain('/srv/files');
      expect(read('/etc/systemd/system/tribehall.service')).toBe(
        unit.replace('\n[Install]', 'ReadWritePaths=-/srv/files\n\n[Install]'),
      );
      lines.length = 0;
      expect(call('install')).toBe(0);
      expect(lines).toEqual(expect.arrayContaining(['Unchanged: /etc/systemd/system/tribehall.service']));
    },
  );

  it.skipIf(!isRoot || !findProgram('systemd-sysusers'))(
    'reports its state, and leaves data and settings when it is removed',
    () => {
      const { call, calls, lines, at } = makeHost({ isActive: true });
      expect(call('status')).toBe(3);
      expect(lines.at(-1)).toContain('sudo tribehall service install');
      call('install');
      expect(call('status')).toBe(0);
      expect(lines.slice(-3)).toEqual([
        'Installed: /etc/systemd/system/tribehall.service',
        'It starts with the machine.',
        'It is running.',
      ]);
      calls.length = 0;
      expect(call('remove')).toBe(0);
      expect(calls).toEqual(['systemctl disable --now tribehall.service', 'systemctl daemon-reload']);
      expect(fs.existsSync(at('/etc/systemd/system/tribehall.service'))).toBe(false);
      expect(fs.existsSync(at('/etc/tribehall/portal.env'))).toBe(true);
      expect(call('remove')).toBe(0);
    },
  );

  it('refuses without root and without systemd, and still prints the unit', () => {
    expect(() => makeHost({ hasRoot: false }).call('install')).toThrow('sudo tribehall service install');
    expect(() => makeHost({ isBooted: false }).call('remove')).toThrow('systemd does not run this machine');
    const { call, lines, folder } = makeHost({ hasRoot: false, isBooted: false });
    expect(call('install', '--print')).toBe(0);
    expect(lines[0]).toContain('[Install]\nWantedBy=multi-user.target\n');
    expect(fs.readdirSync(folder)).toEqual(['etc']);
    expect(() => call('instal')).toThrow('"service instal" is not known.');
  });
});
