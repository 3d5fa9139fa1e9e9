import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../testing/folder.fixture.ts';
import { agentUnit } from './agent-unit.ts';
import { manageService, type Host, type ServiceOptions } from './service.ts';

const isRoot = process.getuid?.() === 0;
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
/** As systemd-analyze counts, in tenths; 18 is "OK", a service without any hardening has 96. */
const maxExposure = 18;

/** A machine in a folder, with a game of the user "ark": systemd-sysusers is real, systemctl is recorded. */
function makeMachine(given: Partial<Host> = {}) {
  const folder = makeFolder();
  fs.mkdirSync(path.join(folder, 'etc'));
  fs.writeFileSync(path.join(folder, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nark:x:1234:1235::/home/ark:/bin/sh\n');
  const saved = path.join(folder, 'home/ark/ShooterGame/Saved');
  fs.mkdirSync(saved, { recursive: true });
  const config = path.join(folder, 'agent.json');
  const rcon = { host: '127.0.0.1', port: 27_020, password: 'a' };
  const servers = [{ name: 'Isle', token: 'th_a-token-of-the-portal', game: 'asa', rcon, folder: saved }];
  fs.writeFileSync(config, JSON.stringify({ portal: 'https://portal.example.org', servers }));
  const calls: string[] = [];
  const host: Host = {
    folder,
    isRoot: true,
    isBooted: true,
    isTemporary: false,
    run: (program, args) => {
      if (args[0] === '--version') return { code: 0, output: 'systemd 257 (257.9-1)' };
      calls.push([program, ...args].join(' '));
      if (program === 'systemctl') return { code: 0, output: 'active' };
      const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
      return { code: status ?? 1, output: stderr };
    },
    ...given,
  };
  const lines: string[] = [];
  const call = (action: ServiceOptions['action'], more: Partial<ServiceOptions> = {}) =>
    manageService({ action, isPrinted: false, ...more }, config, (line) => lines.push(line), host);
  const unit = () => fs.readFileSync(path.join(folder, 'etc/systemd/system/tribehall-agent.service'), 'utf8');
  return { folder, config, saved, calls, lines, call, unit };
}

function analyze(args: string[], unit: string) {
  const file = path.join(makeFolder(), 'tribehall-agent.service');
  fs.writeFileSync(file, unit);
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}`.trim() };
}

describe.skipIf(!hasSystemd)('the unit of the agent', () => {
  const program: [string, string] = [process.execPath, '/opt/a folder/100%/main.js'];
  const facts = { program, config: '/etc/a config.json', user: 'ark', writable: ['/srv/a state'] };
  it('is one that systemd accepts without a remark', () => {
    const unit = agentUnit({ ...facts, systemdVersion: 252 });
    expect(analyze(['verify', '--man=no'], unit)).toEqual({ status: 0, output: '' });
    expect(unit).toContain(`"/opt/a folder/100%%/main.js" run --config "/etc/a config.json"\n`);
    expect(unit).toContain('\nRestart=always\n');
  });

  it('leaves little of the machine open', () => {
    const unit = agentUnit({ ...facts, systemdVersion: 252 });
    const check = ['security', '--offline=yes', '--no-pager', `--threshold=${maxExposure}`];
    expect(analyze(check, unit)).toMatchObject({ status: 0 });
    expect(analyze(check, unit.replace(/^SystemCallFilter=.*$/gm, ''))).toMatchObject({ status: 1 });
  });
});

describe('service', () => {
  it.skipIf(!isRoot)('installs the agent for the user of the game, and again without a change', () => {
    const { call, config, saved, calls, lines, unit } = makeMachine();
    fs.chownSync(saved, 1234, 1235);
    expect(call('install')).toBe(true);
    expect(unit()).toContain('\nUser=ark\n');
    expect(unit()).toContain(`\nReadWritePaths=${config.replace('.json', '-state')}\n`);
    expect(fs.statSync(config)).toMatchObject({ uid: 1234, gid: 1235 });
    expect(fs.statSync(config.replace('.json', '-state'))).toMatchObject({ uid: 1234 });
    expect(calls).toEqual(
      ['daemon-reload', 'enable tribehall-agent.service', 'restart tribehall-agent.service'].map(
        (args) => `systemctl ${args}`,
      ),
    );
    expect(call('install')).toBe(true);
    expect(lines).toContain('Unchanged: /etc/systemd/system/tribehall-agent.service');
    expect(call('status')).toBe(true);
    expect(lines.at(-1)).toBe('It is running.');
    expect(call('remove')).toBe(true);
    expect(fs.existsSync(config)).toBe(true);
    expect(unit).toThrow('ENOENT');
    expect(call('status')).toBe(false);
  });

  it.skipIf(!isRoot || !hasSystemd)('makes a user of its own where the game has none', () => {
    const { call, config, unit, folder } = makeMachine();
    call('install');
    expect(unit()).toContain('\nUser=tribehall-agent\n');
    const [, uid] = /^tribehall-agent:x:(\d+):/m.exec(fs.readFileSync(path.join(folder, 'etc/passwd'), 'utf8')) ?? [];
    expect(fs.statSync(config).uid).toBe(Number(uid));
  });

  it('prints the unit, and refuses what cannot work in a sentence', () => {
    const { call, lines, folder } = makeMachine({ isRoot: false, isBooted: false });
    expect(call('install', { isPrinted: true, user: 'ark' })).toBe(true);
    expect(lines[0]).toContain('User=ark\n');
    expect(fs.existsSync(path.join(folder, 'etc/systemd'))).toBe(false);
    expect(() => call('install')).toThrow('systemd does not run this machine');
    expect(() => makeMachine({ isRoot: false }).call('remove')).toThrow('sudo tribehall-agent service remove');
    expect(() => makeMachine({ isTemporary: true }).call('install')).toThrow(
      /npm install --global https:\/\/portal\S+tgz$/,
    );
    expect(() => makeMachine().call('install', { user: 'nobody-here' })).toThrow('There is no user "nobody-here"');
  });
});
