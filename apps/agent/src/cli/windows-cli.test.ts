import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Config } from '../config/config.ts';
import { makeFolder } from '../testing/folder.fixture.ts';
import { checkConfigFile } from './check-config.ts';
import { groupsThatCanRead, protect, type RunProgram } from './windows-access.ts';
import { manageWindowsService, windowsService } from './windows-service.ts';

/** Programs of Windows: records their arguments, and does what `act` does. */
function fakePrograms(act: (program: string, args: readonly string[]) => string = () => '') {
  const calls: string[][] = [];
  const run: RunProgram = (program, args) => {
    calls.push([path.basename(program), ...args]);
    return Promise.resolve().then(() => act(program, args));
  };
  return { calls, run };
}

/** icacls with this access list of a file. */
const icacls = (sddl: string) =>
  fakePrograms((_program, args) => {
    const [file = '', , target = ''] = args;
    fs.writeFileSync(target, `${path.basename(file)}\r\n${sddl}\r\n`, 'utf16le');
    return '';
  });

describe('who can read a file on Windows', () => {
  it.each([
    ['the defaults of ProgramData', 'D:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)', ['Users']],
    ['everyone, by id', 'D:(A;;FR;;;S-1-1-0)(A;;FA;;;WD)', ['Everyone']],
    ['write alone', 'D:(A;;0x100116;;;BU)(A;;FW;;;AU)', []],
    ['denied, or for new files alone', 'D:(D;;FA;;;WD)(A;OICIIO;GA;;;AU)', []],
    ['one user', 'D:PAI(A;;FA;;;SY)(A;;FA;;;BA)(A;;FA;;;S-1-5-21-1-2-3-1001)', []],
  ])('%s', async (_case, sddl, groups) => {
    const { run, calls } = icacls(sddl);
    expect(await groupsThatCanRead('C:\\agent & co\\agent.json', run)).toEqual(groups);
    expect(calls).toEqual([['icacls', 'C:\\agent & co\\agent.json', '/save', expect.any(String), '/q']]);
  });

  it('is reported by the check, with the command that changes it', async () => {
    const config = { file: 'C:\\agent.json', servers: [] };
    const check = (find: () => Promise<string[]>) =>
      checkConfigFile(config, { platform: 'win32', groupsThatCanRead: find });
    expect(await check(() => Promise.resolve([]))).toMatchObject({ mark: 'good' });
    expect(await check(() => Promise.resolve(['Users']))).toMatchObject({
      mark: 'note',
      message: expect.stringContaining('Other users can read it: Users.') as string,
      fix: expect.stringContaining('icacls "C:\\agent.json" /inheritance:r') as string,
    });
    expect(await check(() => Promise.reject(new Error('icacls failed')))).toMatchObject({ mark: 'bad' });
  });

  it('is the user, administrators and the system after it was protected', async () => {
    const { run, calls } = fakePrograms((program) => (program === 'whoami' ? '"pc\\ann","S-1-5-21-7-1001"\r\n' : ''));
    const file = path.join(makeFolder(), 'agent.json');
    fs.writeFileSync(file, '');
    await protect(file, ['*S-1-5-19:R'], run);
    const grants = ['*S-1-5-18:F', '*S-1-5-32-544:F', '*S-1-5-21-7-1001:F', '*S-1-5-19:R'];
    expect(calls[1]).toEqual(['icacls', file, '/inheritance:r', '/grant:r', ...grants, '/q']);
  });
});

function setUp() {
  const folder = makeFolder();
  const config: Config = {
    file: path.join(folder, 'a & b.json'),
    portal: 'https://portal.example.org/',
    stateDir: path.join(folder, 'state'),
    updates: 'manual',
    servers: [{ name: 'a', token: 'th_secret', game: 'asa', rcon: { host: '', port: 1 }, folder: 'D:\\ARK\\Saved' }],
  };
  let xml = '';
  const programs = fakePrograms((program, args) => {
    if (program === 'schtasks' && args[0] === '/Create') xml = fs.readFileSync(args[4] ?? '', 'utf16le');
    return '';
  });
  const lines: string[] = [];
  const system = { run: programs.run, programData: folder, npm: 'C:\\node\\npm-cli.js' };
  return { config, system, lines, print: (line: string) => void lines.push(line), ...programs, xml: () => xml };
}

describe('the agent as a task of Windows', () => {
  it('runs a program that no user can change, as LOCAL SERVICE, from the start of the machine and after failures', async () => {
    const { config, system, print, calls, xml } = setUp();
    await windowsService.install(config, print, system);
    const base = path.join(system.programData, 'tribehall-agent');
    const of = (program: string) => calls.filter(([name]) => name === program).map(([, ...args]) => args);
    // Before anything is installed there.
    expect(calls[0]).toEqual(['icacls', base, '/setowner', '*S-1-5-32-544', '/t', '/c', '/q']);
    expect(calls.findIndex((call) => call.includes('install'))).toBe(3);
    expect(calls[3]).toEqual(expect.arrayContaining(['https://portal.example.org/api/ark/agent.tgz']));
    expect(of('icacls')).toContainEqual(['D:\\ARK\\Saved', '/grant', '*S-1-5-19:(OI)(CI)RX', '/q']);
    expect(of('icacls')).toContainEqual([config.stateDir, '/grant', '*S-1-5-19:(OI)(CI)M', '/q']);
    expect(of('schtasks').map(([option]) => option)).toEqual(['/Create', '/Run']);
    expect(xml()).toMatch(/^\ufeff<\?xml version="1\.0" encoding="UTF-16"\?>/);
    for (const part of ['<BootTrigger>', '<UserId>S-1-5-19</UserId>', '<RestartOnFailure>', 'a &amp; b.json"'])
      expect(xml()).toContain(part);
    expect(xml() + JSON.stringify(calls)).not.toContain('th_secret');
  });

  it('runs a copy of the executable, which needs neither npm nor Node.js', async () => {
    const { config, system, print, calls, xml } = setUp();
    const executable = path.join(system.programData, 'downloaded.exe');
    fs.writeFileSync(executable, 'an executable');
    await windowsService.install(config, print, { ...system, npm: undefined, executable });
    const copy = path.join(system.programData, 'tribehall-agent', 'program', 'tribehall-agent.exe');
    expect(fs.readFileSync(copy, 'utf8')).toBe('an executable');
    expect(xml()).toContain(`<Command>${copy}</Command>`);
    expect(xml()).toMatch(/<Arguments>run --quiet --config "/);
    // Nobody else may write there before the program is put there, and one that runs cannot be replaced.
    expect(calls.slice(0, 4).map(([program, , action]) => [program, action])).toEqual([
      ['icacls', '/setowner'],
      ['icacls', '/reset'],
      ['icacls', '/inheritance:r'],
      ['schtasks', '/TN'],
    ]);
    expect(calls.some((call) => call.includes('install'))).toBe(false);
  });

  it('replaces an executable that still runs by moving it aside, and removes it the next time', async () => {
    const { config, system, print } = setUp();
    const executable = path.join(system.programData, 'downloaded.exe');
    const folder = path.join(system.programData, 'tribehall-agent', 'program');
    const contents = () => fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
    for (const version of ['one', 'two', 'three']) {
      fs.writeFileSync(executable, version);
      await windowsService.install(config, print, { ...system, npm: undefined, executable });
    }
    expect(contents().toSorted()).toEqual(['three', 'two']);
  });

  it('ends the task only when the executable is copied, and leaves all as it is where it cannot be copied', async () => {
    const { config, system, print } = setUp();
    const folder = path.join(system.programData, 'tribehall-agent', 'program');
    const executable = path.join(system.programData, 'downloaded.exe');
    const contents = () =>
      Object.fromEntries(
        fs.readdirSync(folder).map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')]),
      );
    const atEnd: ReturnType<typeof contents>[] = [];
    const { run } = fakePrograms((_program, [option]) => {
      if (option === '/End') atEnd.push(contents());
      return '';
    });
    const install = () => windowsService.install(config, print, { ...system, run, executable });
    fs.writeFileSync(executable, 'one');
    await install();
    fs.writeFileSync(executable, 'two');
    await install();
    expect(atEnd).toEqual([
      { 'tribehall-agent.exe.new': 'one' },
      { 'tribehall-agent.exe': 'one', 'tribehall-agent.exe.new': 'two' },
    ]);
    fs.rmSync(executable);
    await expect(install()).rejects.toThrow('ENOENT');
    expect(atEnd).toHaveLength(2);
    expect(contents()).toMatchObject({ 'tribehall-agent.exe': 'two' });
  });

  it('is removed, also where it does not run', async () => {
    const { calls, run } = fakePrograms((_program, [option]) => {
      if (option === '/End') throw new Error('not running');
      return '';
    });
    await windowsService.remove(() => undefined, { run });
    expect(calls.at(-1)).toEqual(['schtasks', '/Delete', '/TN', 'Tribehall Agent', '/F']);
  });

  it('is not installed where there is no such task', async () => {
    const { config, print, lines } = setUp();
    const { run } = fakePrograms(() => {
      throw new Error('no such task');
    });
    expect(await windowsService.status(config, print, { run })).toBe(false);
    expect(lines).toEqual(['The task "Tribehall Agent" is not installed.', 'The agent is not running.']);
  });

  it('is removed without a configuration, and not installed without one', async () => {
    const { system, print, calls } = setUp();
    expect(await manageWindowsService({ action: 'remove' }, undefined, print, system)).toBe(true);
    expect(calls.map(([program, option]) => [program, option])).toEqual([
      ['schtasks', '/End'],
      ['schtasks', '/Delete'],
    ]);
    for (const action of ['install', 'status'] as const)
      await expect(manageWindowsService({ action }, undefined, print, system)).rejects.toThrow(
        'There is no configuration yet',
      );
  });
});
