import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Runs a program by its arguments, without a shell. Returns what it printed; throws if it fails. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<string>;

export const runProgram: RunProgram = (program, args) =>
  new Promise((resolve, reject) => {
    execFile(program, [...args], { windowsHide: true }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${program} failed: ${(stderr || error.message).trim()}`, { cause: error }));
      else resolve(stdout);
    });
  });

/** Names of accounts differ by language, their ids do not. */
export const accounts = { system: '*S-1-5-18', localService: '*S-1-5-19', administrators: '*S-1-5-32-544' } as const;

/** Groups that any user of the machine is in, as SDDL has them. */
const everyone: Record<string, string> = {
  WD: 'Everyone',
  'S-1-1-0': 'Everyone',
  BU: 'Users',
  'S-1-5-32-545': 'Users',
  AU: 'Authenticated Users',
  'S-1-5-11': 'Authenticated Users',
  IU: 'Interactive',
  'S-1-5-4': 'Interactive',
  BG: 'Guests',
  AN: 'Anonymous',
};
const fileReadData = 0x1;

/** The groups of any user that can read a file. */
export async function groupsThatCanRead(file: string, run: RunProgram = runProgram): Promise<string[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-acl-'));
  try {
    const saved = path.join(folder, 'acl');
    await run('icacls', [file, '/save', saved, '/q']);
    return parseSddl(decode(fs.readFileSync(saved)));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Leaves access to the current user, administrators and the system alone, and to `others` as given. */
export async function protect(
  target: string,
  others: readonly string[] = [],
  run: RunProgram = runProgram,
): Promise<void> {
  const inherited = fs.statSync(target).isDirectory() ? '(OI)(CI)' : '';
  const own = /S-1-[\d-]+/.exec(await run('whoami', ['/user', '/fo', 'csv', '/nh']))?.[0];
  const owners = [accounts.system, accounts.administrators, ...(own === undefined ? [] : [`*${own}`])];
  const grants = [...owners.map((account) => `${account}:${inherited}F`), ...others];
  await run('icacls', [target, '/inheritance:r', '/grant:r', ...grants, '/q']);
}

/** `D:PAI(A;;FA;;;SY)(A;ID;0x1200a9;;;BU)` */
function parseSddl(text: string): string[] {
  const entries = [...text.matchAll(/\(([^()]*)\)/g)].map(([, entry = '']) => entry.split(';'));
  const groups = entries.flatMap(([type, flags = '', rights = '', , , account = '']) =>
    type === 'A' && !flags.includes('IO') && canRead(rights) ? (everyone[account] ?? []) : [],
  );
  return [...new Set(groups)];
}

function canRead(rights: string): boolean {
  if (rights.startsWith('0x')) return (Number.parseInt(rights, 16) & fileReadData) !== 0;
  return (rights.match(/../g) ?? []).some((right) => ['FA', 'FR', 'GA', 'GR', 'CC'].includes(right));
}

/** icacls writes UTF-16. */
function decode(bytes: Buffer): string {
  return bytes.toString(bytes.includes(0) ? 'utf16le' : 'utf8');
}
