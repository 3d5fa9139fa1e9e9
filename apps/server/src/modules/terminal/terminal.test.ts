import { readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { roles } from '@tribehall/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { commandUser } from './run-environment.ts';
import { ownFolder, postCommand } from './terminal.fixture.ts';

vi.stubEnv('DISCORD_BOT_TOKEN', 'canary-of-the-environment');
const app = await createTestApp({
  SECRET_KEY: 'canary of the settings, long enough to be one',
  TERMINAL_MEMORY_MB: '300',
  TERMINAL_PROCESSES: '40',
});
const owner = await createTestUser(app, { roles: [roles.Owner] });

async function run(cmd: string, args: string[] = [], cwd = '/') {
  const { status, body } = await postCommand(app, owner, { cmd, args, cwd });
  expect(status, body.error).toBe(200);
  return body.data;
}

describe('a command', () => {
  it('is run as it is given, without a shell, in its directory', async () => {
    const folder = ownFolder();
    const hostile = ['$(touch x)', '`id`', '; ls', '*', "it's", ''];
    expect(await run('printf', ['[%s]\\n', ...hostile], folder)).toEqual({
      output: hostile.map((word) => `[${word}]`),
      cwd: folder,
      code: 0,
      endedBy: 'itself',
    });
    expect(await run('pwd', [], folder)).toMatchObject({ output: [folder], code: 0 });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('sees none of our secrets, an empty input, and that colours are welcome', async () => {
    const { output } = await run('env');
    expect(output.join('\n')).not.toContain('canary');
    expect(output).toEqual(expect.arrayContaining(['TERM=xterm-256color', 'FORCE_COLOR=1', 'CLICOLOR_FORCE=1']));
    expect((await run('cat')).output).toEqual([]);
  });

  it('returns both outputs in their order, and characters that arrive in pieces', async () => {
    const script = 'echo one; echo two >&2; printf "\\xc3"; sleep 0.2; printf "\\xa9\\n\\xff"; exit 4';
    expect(await run('bash', ['-c', script])).toMatchObject({ output: ['one', 'two', 'é', '\ufffd'], code: 4 });
  });

  it('that is not there, or is no program, says so', async () => {
    const folder = ownFolder();
    writeFileSync(join(folder, 'text'), 'x', { mode: 0o644 });
    const inFolder = (cmd: string) => run(cmd, [], folder);
    expect(await inFolder('no-such-thing')).toMatchObject({ output: ['no-such-thing: command not found'], code: 127 });
    expect(await inFolder('./gone')).toMatchObject({ output: ['./gone: No such file or directory'], code: 127 });
    expect(await inFolder('./text')).toMatchObject({ output: ['./text: Permission denied'], code: 126 });
    expect(await inFolder('/')).toMatchObject({ output: ['/: Is a directory'], code: 126 });
    expect(await inFolder('..')).toMatchObject({ output: ['..: command not found'], code: 127 });
  });

  it('needs a directory that is there', async () => {
    for (const cwd of ['/nowhere/at/all', '/etc/passwd', 'relative', '/a\0b']) {
      const { status, body } = await postCommand(app, owner, { cmd: 'pwd', cwd });
      expect([status, body.details]).toMatchObject([400, { fields: [{ field: 'cwd' }] }]);
    }
  });
});

describe.runIf(process.getuid?.() === 0)('on a portal that runs as root, a command', () => {
  const identity = ['-c', 'id -un; grep -E "^(CapEff|CapBnd|NoNewPrivs):" /proc/self/status; ls /root >/dev/null'];

  it('runs as nobody, who cannot become anyone else', async () => {
    const { output, code } = await run('sh', identity);
    expect(output.slice(0, 4)).toEqual([
      'nobody',
      'CapEff:\t0000000000000000',
      'CapBnd:\t0000000000000000',
      'NoNewPrivs:\t1',
    ]);
    expect([code, output[4]]).toEqual([2, expect.stringContaining('Permission denied')]);
    const state = await app.http.inject({ url: '/api/terminal', headers: owner.headers });
    expect(state.json()).toMatchObject({ data: { user: 'nobody', home: '/' } });
    expect((await run('env')).output).toEqual(expect.arrayContaining(['USER=nobody', 'HOME=/']));
  });

  it('runs as root if a setting says so', async () => {
    const open = await createTestApp({ TERMINAL_AS_ROOT: 'on' });
    const user = await createTestUser(open, { roles: [roles.Owner] });
    const { body } = await postCommand(open, user, { cmd: 'sh', args: identity, cwd: '/' });
    expect(body.data).toMatchObject({ code: 0, output: expect.arrayContaining(['root', 'NoNewPrivs:\t0']) });
  });
});

it('cd changes the directory for the next command', async () => {
  const folder = ownFolder();
  symlinkSync(folder, join(folder, 'here'));
  const cd = (...args: string[]) => run('cd', args, folder);
  expect(await cd('/etc')).toEqual({ output: [], cwd: '/etc', code: 0, endedBy: 'itself' });
  expect((await cd('here')).cwd).toBe(folder);
  expect((await cd('..')).cwd).toBe(realpathSync(tmpdir()));
  expect((await cd()).cwd).toBe(realpathSync(commandUser(app.ctx).home));
  expect((await cd('~')).cwd).toBe(realpathSync(commandUser(app.ctx).home));
  expect(await cd('gone')).toMatchObject({ output: ['cd: gone: No such file or directory'], cwd: folder, code: 1 });
  expect(await cd('/etc/passwd')).toMatchObject({ output: ['cd: /etc/passwd: Not a directory'], code: 1 });
  expect(await cd('a', 'b')).toMatchObject({ output: ['cd: too many arguments'], code: 1 });
});

describe('what is written down', () => {
  it('is the command before it runs, and its end, on one line each', async () => {
    const user = await createTestUser(app, { roles: [roles.Owner] });
    await postCommand(app, user, { cmd: 'sh', args: ['-c', 'echo "a\nb"\nexit 3', '\u202e'], cwd: '/tmp' });
    const reply = await app.http.inject({ url: `/api/audit?actor=${user.username}`, headers: user.headers });
    const { entries } = reply.json<{ data: { entries: { details: Record<string, unknown> }[] } }>().data;
    const target = String.raw`sh -c "echo \"a\nb\"\nexit 3" "\u{202e}"`;
    expect(entries.toReversed()).toMatchObject([
      { action: 'terminal.run', target, outcome: 'started', details: { cmd: 'sh', cwd: '/tmp' } },
      { action: 'terminal.end', target, outcome: 'code 3', details: { code: 3, endedBy: 'itself', bytes: 4 } },
    ]);
    expect(entries[1]?.details['runId']).toBe(entries[0]?.details['runId']);
  });

  it('comes first: a command that cannot be written down does not run', async () => {
    const folder = ownFolder();
    await app.ctx.db.execute(`alter table audit add constraint none check (action <> 'terminal.run') not valid`);
    onTestFinished(async () => void (await app.ctx.db.execute('alter table audit drop constraint none')));
    const { status } = await postCommand(app, owner, { cmd: 'touch', args: ['written'], cwd: folder });
    expect(status).toBe(500);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a command may not', () => {
  it('write without end', async () => {
    const { output, endedBy } = await run('yes', ['0123456789'.repeat(10)]);
    expect(endedBy).toBe('output');
    expect(output.join('\n').length).toBeLessThanOrEqual(1024 * 1024);
    const short = await run('yes');
    expect([short.endedBy, short.output.length]).toEqual(['output', 50_000]);
  });

  it('take more memory than it is given', async () => {
    const hog = 'a = []; setInterval(() => a.push(Buffer.alloc(5e7, 1)), 50)';
    expect(await run('node', ['-e', hog])).toMatchObject({ endedBy: 'memory', code: null });
  });

  it('become more processes than it is given', async () => {
    const many = 'for i in $(seq 60); do sleep 600 & done; wait';
    expect(await run('bash', ['-c', many])).toMatchObject({ endedBy: 'processes' });
  });
});
