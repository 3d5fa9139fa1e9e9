import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createGroups, findControlGroups } from './guard/groups.mjs';
import { startGuarded } from './guarded-program.ts';
import { createProgramGuard } from './program-guard.ts';

const guard = createProgramGuard();
afterAll(guard.close);
const limits = { processes: 10, memoryBytes: 500 * 1024 * 1024 };

/** Whether this system lets us make groups; where it does not, programs run without. */
function canMakeGroups(): boolean {
  const groups = createGroups(findControlGroups());
  const group = groups.make('trial', limits);
  groups.sweep(() => false);
  return group?.isSlow === true && group.joins.some((file) => file.includes('pids'));
}

async function start(script: string, given = limits) {
  const env = { PATH: process.env['PATH'] ?? '' };
  const command = { path: '/bin/bash', args: ['-c', script], cwd: '/', env, limits: given };
  const program = await startGuarded(guard, command);
  const output = program.output.setEncoding('utf8').toArray() as Promise<string[]>;
  onTestFinished(async () => {
    program.end({ isAtOnce: true });
    await program.ended;
  });
  return { program, text: async () => (await output).join('') };
}

/** The groups that are there for these runs. */
const foldersOf = (ids: string[]) =>
  findControlGroups().flatMap((folder) => readdirSync(folder).filter((name) => ids.some((id) => name.endsWith(id))));

describe.runIf(canMakeGroups())('a program in a group of its own', () => {
  it('is in it before it begins, with little of the processor, and the group goes with it', async () => {
    const { program, text } = await start('cat /proc/self/cgroup; echo $PORTAL_RUN');
    await program.ended;
    const lines = (await text()).trim().split('\n');
    const id = lines.at(-1) ?? '';
    expect(id).toMatch(/^[\w-]{16}$/);
    expect(lines.filter((line) => line.endsWith(`-${id}`)).length).toBeGreaterThanOrEqual(2);
    expect(foldersOf([id])).toEqual([]);
  });

  it('cannot become more than the kernel lets it, and is reported as too many', async () => {
    // Threads are none of its processes, but the kernel counts them.
    const threads = `const { Worker } = require('worker_threads');
      for (let i = 0; i < 70; i += 1) new Worker('setTimeout(() => {}, 60000)', { eval: true }).on('error', () => {});`;
    const { program } = await start(`exec node -e "${threads}"`, { ...limits, processes: 2 });
    expect(await program.ended).toMatchObject({ over: 'processes', left: 0 });
  });
});

it('lowers every session that a program opens', async () => {
  const folder = ownFolder();
  const { program } = await start(`setsid bash -c '>${folder}/$$; exec sleep 60' & wait`);
  await vi.waitUntil(() => readdirSync(folder).length === 1, { timeout: 10_000 });
  const [pid = ''] = readdirSync(folder);
  await expect.poll(() => readText(`/proc/${pid}/autogroup`)).toMatch(/nice 19$|^$/);
  program.end({ isAtOnce: true });
  expect(await program.ended).toMatchObject({ left: 0 });
});

it('lets no file become larger than the memory it may take', async () => {
  const folder = ownFolder();
  const { program, text } = await start(`ulimit -f; ulimit -Hf; truncate -s 501M ${folder}/file`);
  expect((await program.ended).code).not.toBe(0);
  expect((await text()).split('\n').slice(0, 2)).toEqual(['512000', '512000']);
});

it('leaves groups alone that someone else made', () => {
  const root = ownFolder();
  const first = '4:memory:/someone/else\n3:cpu,cpuacct:/\n2:pids:/\n1:name=systemd:/\n0::/';
  expect(findControlGroups(root, first)).toEqual([join(root, 'cpu'), join(root, 'pids')]);
  expect(findControlGroups(root, '')).toEqual([]);
  writeFileSync(join(root, 'cgroup.controllers'), '');
  const service = join(root, 'system.slice/portal.service');
  mkdirSync(join(service, 'main'), { recursive: true });
  expect(findControlGroups(root, '0::/system.slice/portal.service')).toEqual([]);
  expect(findControlGroups(root, '0::/system.slice/portal.service/main')).toEqual([]);
  writeFileSync(join(service, 'cgroup.subtree_control'), 'memory pids cpu');
  expect(findControlGroups(root, '0::/system.slice/portal.service/main')).toEqual([service]);
});

it('removes the orphaned groups of a killed guard, and nothing of one that lives', () => {
  const folder = ownFolder();
  const groups = createGroups([folder]);
  const names = [`portal-run-${process.ppid}-theirs`, `portal-run-${process.pid}-running`, 'portal-run-4999999-left'];
  for (const name of [...names, `portal-run-${process.pid}-over`]) mkdirSync(join(folder, name));
  groups.sweep((id) => id === 'running');
  expect(readdirSync(folder).toSorted()).toEqual(names.slice(0, 2).toSorted());
});

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'groups-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
