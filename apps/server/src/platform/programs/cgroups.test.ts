import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createCgroups, findCgroupParents } from './guard/cgroups.mjs';
import { startGuarded } from './guarded-program.ts';
import { createProgramGuard } from './program-guard.ts';

const guard = createProgramGuard();
afterAll(guard.close);
const limits = { processes: 10, memoryBytes: 500 * 1024 * 1024 };

/** Whether this system allows cgroups; where it doesn't, programs run without. */
function canCreateCgroups(): boolean {
  const cgroups = createCgroups(findCgroupParents());
  const cgroup = cgroups.create('trial', limits);
  cgroups.sweep(() => false);
  return cgroup?.hasCpuLimit === true && cgroup.procsFiles.some((file) => file.includes('pids'));
}

async function start(script: string, given = limits) {
  const env = { PATH: process.env['PATH'] ?? '' };
  const command = { path: '/bin/bash', args: ['-c', script], cwd: '/', env, limits: given };
  const program = await startGuarded(guard, command);
  const output = program.output.setEncoding('utf8').toArray() as Promise<string[]>;
  onTestFinished(async () => {
    program.end({ isForced: true });
    await program.ended;
  });
  return { program, text: async () => (await output).join('') };
}

/** The cgroups that exist for these runs. */
const foldersOf = (ids: string[]) =>
  findCgroupParents().flatMap((folder) => readdirSync(folder).filter((name) => ids.some((id) => name.endsWith(id))));

describe.runIf(canCreateCgroups())('a program in its own cgroup', () => {
  it('is in it from the start, and the cgroup is removed at the end', async () => {
    const { program, text } = await start('cat /proc/self/cgroup; echo $PORTAL_RUN');
    await program.ended;
    const lines = (await text()).trim().split('\n');
    const id = lines.at(-1) ?? '';
    expect(id).toMatch(/^[\w-]{16}$/);
    expect(lines.filter((line) => line.endsWith(`-${id}`)).length).toBeGreaterThanOrEqual(2);
    expect(foldersOf([id])).toEqual([]);
  });

  it('cannot exceed the limit on threads, which is reported as too many processes', async () => {
    // The guard doesn't count threads as processes, but the kernel does.
    // Those of Python are cheap: programs have the lowest priority, and on a busy machine a hundred of Node take minutes.
    const threads = `import threading, time
for _ in range(100):
  try: threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
  except RuntimeError: pass
time.sleep(60)`;
    const { program } = await start(`exec python3 -c "${threads}"`, { ...limits, processes: 2 });
    expect(await program.ended).toMatchObject({ exceeded: 'processes', remaining: 0 });
  });
});

it('lowers the priority of every session that a program opens', async () => {
  const folder = ownFolder();
  const { program } = await start(`setsid bash -c '>${folder}/$$; exec sleep 600' & wait`);
  await vi.waitUntil(() => readdirSync(folder).length === 1);
  const [pid = ''] = readdirSync(folder);
  await expect.poll(() => readText(`/proc/${pid}/autogroup`)).toMatch(/nice 19$|^$/);
  program.end({ isForced: true });
  expect(await program.ended).toMatchObject({ remaining: 0 });
});

it('limits the size of files to the memory limit', async () => {
  const folder = ownFolder();
  const { program, text } = await start(`ulimit -f; ulimit -Hf; truncate -s 501M ${folder}/file`);
  expect((await program.ended).code).not.toBe(0);
  expect((await text()).split('\n').slice(0, 2)).toEqual(['512000', '512000']);
});

it('does not use cgroups that someone else manages', () => {
  const root = ownFolder();
  const first = '4:memory:/someone/else\n3:cpu,cpuacct:/\n2:pids:/\n1:name=systemd:/\n0::/';
  expect(findCgroupParents(root, first)).toEqual([join(root, 'cpu'), join(root, 'pids')]);
  expect(findCgroupParents(root, '')).toEqual([]);
  writeFileSync(join(root, 'cgroup.controllers'), '');
  const service = join(root, 'system.slice/portal.service');
  mkdirSync(join(service, 'main'), { recursive: true });
  expect(findCgroupParents(root, '0::/system.slice/portal.service')).toEqual([]);
  expect(findCgroupParents(root, '0::/system.slice/portal.service/main')).toEqual([]);
  writeFileSync(join(service, 'cgroup.subtree_control'), 'memory pids cpu');
  expect(findCgroupParents(root, '0::/system.slice/portal.service/main')).toEqual([service]);
});

it('removes the orphaned cgroups of a killed guard, but none of a running one', () => {
  const folder = ownFolder();
  const cgroups = createCgroups([folder]);
  const names = [
    `portal-run-${process.ppid}-theirs`,
    `portal-run-${process.pid}-running`,
    'portal-run-4999999-orphaned',
  ];
  for (const name of [...names, `portal-run-${process.pid}-over`]) mkdirSync(join(folder, name));
  cgroups.sweep((id) => id === 'running');
  expect(readdirSync(folder).toSorted()).toEqual(names.slice(0, 2).toSorted());
});

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cgroups-'));
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
