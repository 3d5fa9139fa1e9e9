import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  cleanFolder,
  folderFault,
  isCopied,
  isLocalAddress,
  portalOf,
  quoteForPowerShell,
  quoteForSh,
  rconFault,
  restartCommand,
  setupCommand,
  type SetupChoices,
} from './setup-command.ts';

const commandLine =
  'TRIBEHALL_TOKEN=th_x-1 npx --yes https://p.org/api/ark/agent/0.1.0-3f2a.tgz add --portal https://p.org --game asa';
const choices = { system: 'linux', folder: '', rcon: '', asksPassword: false } satisfies SetupChoices;
const command = (given: Partial<SetupChoices>) => setupCommand('s-1', commandLine, { ...choices, ...given });

/** Texts that mean something to a shell, and random ones of the same characters. */
const hostile = [
  '/srv/ark',
  '/srv/it\'s $HOME `id` $(id) \\ " & | ; > < * ? ~ # ! % ^ {a,b} [c] =',
  '-rf',
  '/a,b"c,readonly=false',
  "''''",
  '/typographic ‘a’ ‚b‛ “c”',
  '/ünï ☃ 𝒳',
  ...Array.from({ length: 200 }, (_none, seed) => randomText(seed)),
];

function randomText(seed: number): string {
  const signs = Array.from(`ab /\\'"\`$(){}[]<>|&;*?~#!%^=,:-‘’‚‛ é𝒳`);
  let state = seed * 7919 + 17;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
  return `/${Array.from({ length: 1 + (next() % 20) }, () => signs[next() % signs.length]).join('')}`;
}

/** The arguments that sh passes to each program of a command line; every program is one that prints them. */
function runInSh(line: string): string[][] {
  const script = `show() { printf '%s\\0' "$@"; printf '\\1'; }; npx() { show npx "$@"; }; docker() { show docker "$@" >&3; }; exec 3>&1; ${line}`;
  const output = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
  return output
    .split('\u0001')
    .filter((text) => text !== '')
    .map((text) => text.split('\0').slice(0, -1));
}

const isMark = (sign: string | undefined) => sign !== undefined && /['\u2018-\u201b]/.test(sign);

/** A verbatim string as the PowerShell language reads it: any of its quotation marks ends it unless doubled. */
function readPowerShell(text: string): { value: string; rest: string } {
  let value = '';
  let at = 1;
  if (!isMark(text[0])) throw new Error('It does not begin with a quotation mark.');
  for (; at < text.length; at += 1) {
    if (isMark(text[at])) {
      if (!isMark(text[at + 1])) break;
      at += 1;
    }
    value += text[at];
  }
  return { value, rest: text.slice(at + 1) };
}

/** Fields of comma-separated values. */
function readFields(text: string): string[] {
  return [...text.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

describe('quoting', () => {
  it('for sh gives back any text, one at a time and beside others', () => {
    expect(runInSh(`show ${hostile.map(quoteForSh).join(' ')}`)).toEqual([hostile]);
  });

  it('for PowerShell ends where the text ends', () => {
    for (const text of hostile) {
      expect(readPowerShell(`${quoteForPowerShell(text)}; next`)).toEqual({ value: text, rest: '; next' });
    }
  });
});

describe('the command', () => {
  it('for Linux passes any folder to the agent as one argument', () => {
    for (const folder of hostile.filter((text) => text.trim() === text)) {
      const [words] = runInSh(command({ folder, rcon: '[::1]:27020', asksPassword: true }));
      expect(words?.slice(-5)).toEqual([`--folder=${folder}`, '--rcon', '[::1]:27020', '--ask-password', '--run']);
    }
    expect(command({ folder: '/srv/ark' })).toBe(`${commandLine} --folder=/srv/ark --run`);
  });

  it('for Windows passes the folder past the batch file, which would read it again', () => {
    expect(command({ system: 'windows', folder: '"C:\\R&D 100%\\it\'s"', rcon: '27020' })).toBe(
      String.raw`$env:TRIBEHALL_TOKEN = 'th_x-1'; $env:TRIBEHALL_FOLDER = 'C:\R&D 100%\it''s'; npx.cmd --yes https://p.org/api/ark/agent/0.1.0-3f2a.tgz add --portal https://p.org --game asa --rcon '27020' --run`,
    );
    expect(restartCommand(commandLine, 'windows')).toBe('npx.cmd --yes https://p.org/api/ark/agent/0.1.0-3f2a.tgz run');
  });

  it('for Docker adds the server in one container, then runs the agent in another, without write access', () => {
    for (const folder of hostile.filter((text) => text.trim() === text)) {
      const [add, remove, run] = runInSh(
        command({ system: 'docker', folder, rcon: '27020', asksPassword: true }).replace('>/dev/null 2>&1', ''),
      );
      const mount = add?.[(add.indexOf('--mount') || 0) + 1] ?? '';
      expect(readFields(mount)).toEqual(['type=bind', `source=${folder}`, 'target=/game', 'readonly']);
      expect(add?.slice(-4)).toEqual(['--folder=/game', '--rcon', '27020', '--ask-password']);
      expect(remove).toEqual(['docker', 'rm', '--force', 'tribehall-agent-s-1']);
      expect(run?.slice(-3)).toEqual(['run', '--config', '/agent/config.json']);
      expect(run?.slice(0, 5)).toEqual(['docker', 'run', '--detach', '--restart', 'unless-stopped']);
      expect(run).toContain(mount);
    }
  });

  it('never contains a password, and the token not among the arguments of a program', () => {
    expect(command({ folder: '/a', asksPassword: true })).not.toContain('--password');
    for (const system of ['linux', 'docker'] as const)
      expect(
        runInSh(command({ system, folder: '/a' }))
          .flat()
          .join(' '),
      ).not.toContain('th_x-1');
  });
});

it('runs a copied file where the portal has no https address, also in a container', () => {
  const copied = 'TRIBEHALL_TOKEN=th_x-1 npx --yes ./agent.tgz add --portal http://10.0.0.2 --game asa';
  expect([isCopied(copied), isCopied(commandLine)]).toEqual([true, false]);
  const [add] = runInSh(setupCommand('s-1', copied, { ...choices, system: 'docker', folder: '/a' }));
  expect(add).toContain(`${process.cwd()}/agent.tgz:/agent.tgz:ro`);
  expect(command({ system: 'docker', folder: '/a' })).not.toContain('agent.tgz:/');
});

describe('what is entered', () => {
  it.each([
    ['linux', '/srv/ark', /^none$/],
    ['linux', 'srv/ark', /starting with \//],
    ['linux', '~/ark', /starting with \//],
    ['docker', 'C:\\ark', /starting with \//],
    ['windows', 'C:\\ark', /^none$/],
    ['windows', 'd:/ark', /^none$/],
    ['windows', '\\\\host\\ark', /^none$/],
    ['windows', '/ark', /such as C:/],
    ['linux', '/srv/a\nb', /line breaks/],
  ] as const)('on %s the folder %j has the fault %s', (system, folder, fault) => {
    expect(folderFault({ ...choices, system, folder }) ?? 'none').toMatch(fault);
  });

  it('is a folder or an RCON address', () => {
    expect([folderFault(choices), rconFault(choices)]).toEqual([
      'Enter the folder of the game.',
      'Enter the RCON port, or the folder of the game.',
    ]);
    expect(folderFault({ ...choices, rcon: '27020' })).toBeNull();
    for (const rcon of ['27020', 'game:27020', '10.0.0.2:1', '[::1]:27020'])
      expect(rconFault({ ...choices, rcon })).toBeNull();
    for (const rcon of ['0', '65536', 'x', 'a b:1', '$(id):1', ':1'])
      expect(rconFault({ ...choices, rcon })).toMatch(/host:port/);
  });

  it('may have the quotation marks that Windows copies', () => {
    expect(cleanFolder(' "C:\\ark server" ')).toBe('C:\\ark server');
  });
});

it('recognizes an address that only works on the machine of the portal', () => {
  expect(portalOf(commandLine)).toBe('https://p.org');
  expect(['http://localhost:1', 'http://127.0.0.1:1', 'http://[::1]:1'].every(isLocalAddress)).toBe(true);
  expect(['https://p.org', 'http://192.168.1.2', ''].some(isLocalAddress)).toBe(false);
});
