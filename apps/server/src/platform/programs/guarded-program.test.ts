import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startGuarded, type GuardedProgram } from './guarded-program.ts';
import { createProgramGuard } from './program-guard.ts';

const guard = createProgramGuard();
afterAll(guard.close);
const megabyte = 1024 * 1024;
const path = process.env['PATH'] ?? '';

async function start(script: string, limits: { processes?: number; memoryBytes?: number } = {}) {
  const program = await startGuarded(guard, {
    path: '/bin/bash',
    args: ['-c', script],
    cwd: tmpdir(),
    env: { PATH: path },
    limits: { processes: 100, memoryBytes: 500 * megabyte, ...limits },
  });
  onTestFinished(async () => {
    program.end({ isForced: true });
    await program.ended;
  });
  return program;
}

async function run(script: string, limits = {}) {
  const program = await start(script, limits);
  const output = program.output.setEncoding('utf8').toArray() as Promise<string[]>;
  return { ...(await program.ended), output: (await output).join('') };
}

/** A folder where processes create a file named after their PID. */
function pids() {
  const folder = mkdtempSync(join(tmpdir(), 'guarded-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const read = () => readdirSync(folder).map(Number);
  return { folder, read, living: () => read().filter(isAlive) };
}

it('returns the exit code, or the signal that ended it', async () => {
  expect(await run('exit 3')).toEqual({ code: 3, signal: null, exceeded: undefined, remaining: 0, output: '' });
  expect(await run('kill -SEGV $$')).toMatchObject({ code: null, signal: 'SIGSEGV' });
});

it("merges both outputs in order, without stdin and the portal's environment", async () => {
  vi.stubEnv('SECRET_OF_OURS', 'hush');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { output } = await run('for i in 1 2 3; do echo out $i; echo err $i >&2; done; cat; env');
  expect(output).toMatch(/^out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n/);
  expect(output).not.toContain('hush');
});

describe.each([
  ['below a subreaper', path],
  ['on a system without Perl and util-linux', '/nowhere'],
])('%s', (_, hostPath) => {
  const startHere = (script: string, limits = {}): Promise<GuardedProgram> => {
    vi.stubEnv('PATH', hostPath);
    return start(script, limits).finally(() => void vi.unstubAllEnvs());
  };

  it('ends the orphaned processes of a program that has ended', async () => {
    const { folder, read, living } = pids();
    const sleeper = `bash -c '>${folder}/$$; exec sleep 600'`;
    const program = await startHere(`
      ${sleeper} & setsid ${sleeper} & (setsid ${sleeper} </dev/null >/dev/null 2>&1 &) 
      until [ $(ls ${folder} | wc -l) = 3 ]; do sleep 0.05; done`);
    program.output.resume();
    expect(await program.ended).toMatchObject({ code: 0, remaining: 0 });
    expect(read()).toHaveLength(3);
    expect(living()).toEqual([]);
  });

  it('allows a grace period, then ends processes that ignore SIGTERM', async () => {
    const { folder, read, living } = pids();
    const program = await startHere(`
      trap 'echo goodbye; exit 5' TERM
      (trap '' TERM; setsid bash -c '>${folder}/$$; while :; do sleep 1; done') &
      (trap '' TERM; >${folder}/$BASHPID; while :; do sleep 1; done) &
      wait`);
    const output = program.output.setEncoding('utf8').toArray() as Promise<string[]>;
    await vi.waitUntil(() => read().length === 2);
    program.end({ isForced: false });
    expect(await program.ended).toMatchObject({ code: 5, remaining: 0 });
    expect((await output).join('')).toBe('goodbye\n');
    expect(living()).toEqual([]);
  });

  it('ends a program whose processes together use too much memory', async () => {
    const take = `node -e 'const a = Buffer.alloc(90 * ${megabyte}, 1); setTimeout(() => a, 60000)'`;
    const program = await startHere(`${take} & ${take} & wait`, { memoryBytes: 200 * megabyte });
    program.output.resume();
    expect(await program.ended).toMatchObject({ exceeded: 'memory', remaining: 0 });
  });

  it('ends a program with too many processes', async () => {
    const { folder, read, living } = pids();
    const sleeper = `bash -c '>${folder}/$$; exec sleep 600'`;
    const program = await startHere(
      `${sleeper} & until [ "$(ls ${folder})" ]; do sleep 0.05; done; for i in $(seq 40); do ${sleeper} & done; wait`,
      { processes: 25 },
    );
    program.output.resume();
    expect(await program.ended).toMatchObject({ exceeded: 'processes', remaining: 0 });
    expect(read().length).toBeGreaterThan(0);
    expect(living()).toEqual([]);
  });

  it('ends a program that forks while it is being ended', async () => {
    const { folder, living } = pids();
    // Each process forks twice and exits, and so loses its children; it stops at the ninth generation.
    const program = await startHere(
      `grow() { >${folder}/$BASHPID; [ $1 -gt 8 ] || { grow $(($1 + 1)) | grow $(($1 + 1)) & }; }; grow 0; sleep 600`,
      { processes: 30 },
    );
    program.output.resume();
    expect(await program.ended).toMatchObject({ exceeded: 'processes', remaining: 0 });
    expect(living()).toEqual([]);
  });
});

it('finds processes that changed their environment, parent and session', async () => {
  const { folder, read, living } = pids();
  const detached = `env -i /usr/bin/setsid /bin/bash -c '>${folder}/$$; exec sleep 600' </dev/null >/dev/null 2>&1 &`;
  const program = await start(`for i in 1 2 3; do (${detached}); done; sleep 600`);
  program.output.resume();
  await vi.waitUntil(() => read().length === 3);
  program.end({ isForced: true });
  expect((await program.ended).remaining).toBe(0);
  expect(living()).toEqual([]);
});

it('is watched by a new guard after the first one was killed', async () => {
  const known = guards();
  const own = createProgramGuard();
  onTestFinished(own.close);
  const takeover = vi.fn<() => void>();
  own.onTakeover(takeover);
  const { folder, read, living } = pids();
  const program = await startGuarded(own, {
    path: '/bin/bash',
    args: ['-c', `setsid bash -c '>${folder}/$$; exec sleep 600' & >${folder}/$$; wait`],
    cwd: tmpdir(),
    env: { PATH: path },
    limits: { processes: 10, memoryBytes: 500 * megabyte },
  });
  program.output.resume();
  await vi.waitUntil(() => read().length === 2);
  for (const pid of guards()) if (!known.includes(pid)) process.kill(pid, 'SIGKILL');
  await vi.waitUntil(() => takeover.mock.calls.length > 0);
  program.end({ isForced: true });
  expect(await program.ended).toMatchObject({ code: null, remaining: 0 });
  expect(living()).toEqual([]);
});

it('rejects if the directory does not exist', async () => {
  const limits = { processes: 1, memoryBytes: megabyte };
  const command = { path: '/bin/true', args: [], cwd: '/nowhere/at/all', env: {}, limits };
  await expect(startGuarded(guard, command)).rejects.toMatchObject({ code: 'ENOENT' });
});

/** A zombie counts as dead, even before its parent has reaped it. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** The guards that this process has started. */
function guards(): number[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return children.map(Number).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('guard.mjs'));
}
