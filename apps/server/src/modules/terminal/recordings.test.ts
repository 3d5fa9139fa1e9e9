import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReplyInput } from '@tribehall/contract';
import { roles } from '@tribehall/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeFolder, makePreparedFolder, postTo, spawnPortal } from '../../testing/portal-process.ts';
import { mountSmallDrive } from '../../testing/small-drive.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { startRecording } from './recording-file.ts';
import { deleteOldRecordings } from './recordings.service.ts';
import { openRun, ownFolder, postCommand, urlOf } from './terminal.fixture.ts';

type Listed = ReplyInput<'GET /terminal/recordings'>['recordings'][number];
type Header = { version: number; command: string; tribehall: { user: string; cwd: string } };

async function startPortal(settings: Record<string, string> = {}) {
  const dataDir = makeFolder();
  const app = await createTestApp({ DATA_DIR: dataDir, TERMINAL_RECORDING: 'on', ...settings });
  const folder = settings['TERMINAL_RECORDING_DIR'] ?? join(dataDir, 'recordings');
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const owner = await createTestUser(app, { roles: [roles.Owner] });
  return { app, owner, folder, url: await urlOf(app) };
}

/** As a player of asciicast files reads one; the last line may be torn. */
function replay(cast: string) {
  const lines = cast.split('\n');
  const events = lines.slice(1).flatMap((line) => {
    try {
      return [JSON.parse(line) as [number, string, string]];
    } catch {
      return [];
    }
  });
  return {
    header: JSON.parse(lines[0] ?? '') as Header,
    times: events.map(([time]) => time),
    text: events.flatMap(([, code, data]) => (code === 'o' ? [data] : [])).join(''),
    end: events.flatMap(([, code, data]) => (code === 'x' ? [JSON.parse(data) as object] : []))[0],
  };
}

const castsIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).toSorted() : []);
const readCast = (folder: string, name = castsIn(folder).at(-1) ?? '') => readFileSync(join(folder, name), 'utf8');

async function list(app: TestApp, user: TestUser, query = ''): Promise<{ recordings: Listed[]; hasMore: boolean }> {
  const reply = await app.http.inject({ url: `/api/terminal/recordings${query}`, headers: user.headers });
  expect(reply.statusCode).toBe(200);
  return reply.json<{ data: { recordings: Listed[]; hasMore: boolean } }>().data;
}

const call = (app: TestApp, user: TestUser, method: 'GET' | 'DELETE', id: string) =>
  app.http.inject({ method, url: `/api/terminal/recordings/${id}`, headers: user.headers });

const entriesOf = async (app: TestApp, user: TestUser, action: string) => {
  const reply = await app.http.inject({ url: `/api/audit?action=${action}`, headers: user.headers });
  type Entry = { actor: string; address: string; target: string; outcome: string; details: Record<string, unknown> };
  return reply.json<{ data: { entries: Entry[] } }>().data.entries;
};

describe('a recording replayed', () => {
  it('is what the client saw, also after kill -9 of the portal', async () => {
    const dataDir = makePreparedFolder();
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const account = { email: 'olga@example.test', username: 'Olga', password: 'a long enough one' };
    const portal = spawnPortal(dataDir, { settings: { TERMINAL_RECORDING: 'on' } });
    onTestFinished(async () => void (await portal.stop()));
    const url = await portal.ready();
    const [, setup] = /setup=([\w-]+)/.exec(portal.output()) ?? [];
    const { body } = await postTo(url, '/users/register', { ...account, setup });
    const token = String(body.data?.['accessToken']);
    const script = 'i=0; while :; do i=$((i+1)); echo "line $i é"; done';
    const run = await openRun(url, token, { cmd: 'bash', args: ['-c', script], cwd: '/' });
    await vi.waitUntil(() => run.text().length > 300_000);
    await portal.stop('SIGKILL');
    await run.done;

    const [name = ''] = castsIn(join(dataDir, 'recordings'));
    const cast = replay(readCast(join(dataDir, 'recordings'), name));
    expect(cast.text.startsWith(run.text())).toBe(true);
    expect(cast.header).toMatchObject({ version: 2, tribehall: { user: 'Olga', cwd: '/' } });
    expect(cast.end).toBeUndefined();
    // As left by a write that was cut.
    appendFileSync(join(dataDir, 'recordings', name), '[9.5,"o","half a li');

    const again = spawnPortal(dataDir, { settings: { TERMINAL_RECORDING: 'on' } });
    onTestFinished(async () => void (await again.stop()));
    const secondUrl = await again.ready();
    const login = await postTo(secondUrl, '/users/login', account);
    const headers = { authorization: `Bearer ${String(login.body.data?.['accessToken'])}` };
    const listed = await (await fetch(`${secondUrl}/api/terminal/recordings`, { headers })).json();
    expect(listed).toMatchObject({ data: { recordings: [{ user: 'Olga', state: 'interrupted', code: null }] } });
    const id = name.replace('.cast', '');
    const downloaded = await (await fetch(`${secondUrl}/api/terminal/recordings/${id}`, { headers })).text();
    expect(replay(downloaded).text).toBe(cast.text);
    await again.stop();
  });

  it('is exactly that, whatever the output contains', async () => {
    const { app, owner, folder, url } = await startPortal();
    const parts = [
      '\\033[31mred\\033]0;title\\007\\000',
      '\\xc3',
      '\\xa9\\xff\\xe2\\x80\\xa8\\xe2\\x80\\xa9\\xc2\\x85\\r\\n"\\\\',
    ];
    const script = parts.map((part) => `printf '${part.replaceAll("'", '')}'; sleep 0.2`).join('; ');
    const run = await openRun(url, owner.token, { cmd: 'bash', args: ['-c', `${script}; exit 7`], cwd: '/' });
    await run.done;
    expect(run.text()).toBe('\u001b[31mred\u001b]0;title\u0007\0é\ufffd\u2028\u2029\u0085\r\n"\\');
    const text = readCast(folder);
    // Nothing in it ends a line for a reader that also knows other line ends.
    expect(text.split(/\r\n|[\n\r\u0085\u2028\u2029]/)).toEqual(text.split('\n'));
    const { header, text: replayed, end, times } = replay(text);
    expect(replayed).toBe(run.text());
    expect(end).toEqual({ code: 7, endedBy: 'itself' });
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(header.tribehall.user).toBe(owner.username);
    expect(await list(app, owner)).toMatchObject({ hasMore: false, recordings: [{ state: 'ended', code: 7 }] });
  });

  it('is that of the call without a stream, too, and of a command that is not there', async () => {
    const { app, owner, folder } = await startPortal();
    const { body } = await postCommand(app, owner, { cmd: 'bash', args: ['-c', 'echo a; echo b >&2'] });
    expect(replay(readCast(folder))).toMatchObject({ text: 'a\nb\n', end: { code: 0 } });
    expect(body.data.output).toEqual(['a', 'b']);
    await postCommand(app, owner, { cmd: 'no-such-thing' });
    const [missing] = (await list(app, owner)).recordings;
    expect(missing).toMatchObject({ command: 'no-such-thing', code: 127 });
    expect(replay(readCast(folder, `${missing?.id}.cast`)).text).toBe('no-such-thing: command not found\n');
    const long = await postCommand(app, owner, { cmd: 'yes' });
    expect([long.body.data.endedBy, long.body.data.output.length]).toEqual(['output', 50_000]);
  });
});

describe('a recording', () => {
  it('is named in the audit with its start and end, and only its Owners read and delete it', async () => {
    const { app, owner, folder } = await startPortal();
    await postCommand(app, owner, { cmd: 'echo', args: ['a secret'] });
    const [{ id } = { id: '' }] = (await list(app, owner)).recordings;
    for (const [action, outcome] of [
      ['terminal.run', 'started'],
      ['terminal.end', 'done'],
    ] as const)
      expect((await entriesOf(app, owner, action))[0]).toMatchObject({
        actor: owner.username,
        address: '127.0.0.1',
        outcome,
        details: { recording: id },
      });
    expect([statSync(folder).mode & 0o777, statSync(join(folder, `${id}.cast`)).mode & 0o777]).toEqual([0o700, 0o600]);

    const admin = await createTestUser(app, { roles: [roles.Admin] });
    for (const method of ['GET', 'DELETE'] as const) expect((await call(app, admin, method, id)).statusCode).toBe(403);
    const url = '/api/terminal/recordings';
    expect((await app.http.inject({ url, headers: admin.headers })).statusCode).toBe(403);
    expect((await app.http.inject({ url })).statusCode).toBe(401);

    const opened = await call(app, owner, 'GET', id);
    expect(opened.headers['content-disposition']).toContain(`filename="${id}.cast"`);
    expect(replay(opened.body).text).toBe('a secret\n');
    app.passMs(16 * 60_000);
    for (const method of ['GET', 'DELETE'] as const)
      expect((await call(app, owner, method, id)).json()).toMatchObject({ status: 403, code: 'CONFIRMATION_NEEDED' });
    app.passMs(-16 * 60_000);
    expect((await call(app, owner, 'DELETE', id)).statusCode).toBe(200);
    expect((await call(app, owner, 'GET', id)).statusCode).toBe(404);
    expect(castsIn(folder)).toEqual([]);
    for (const action of ['terminal.openRecording', 'terminal.deleteRecording'])
      expect(await entriesOf(app, owner, action)).toMatchObject([
        { target: `echo 'a secret'`, details: { recording: id } },
      ]);
  });

  it('has no name outside of its folder', async () => {
    const { app, owner, folder } = await startPortal();
    writeFileSync(join(folder, '../outside.cast'), '{}');
    for (const id of ['..%2Foutside', '%2e%2e%2foutside', 'x', '1763451600000-../../outside0', '1763451600000-abc%00'])
      for (const method of ['GET', 'DELETE'] as const)
        expect((await call(app, owner, method, id)).statusCode, id).toBeOneOf([400, 404]);
    expect((await call(app, owner, 'GET', '1763451600000-abcdefghijklmnop')).statusCode).toBe(404);
  });

  it('of a running command is shown as such, and not deleted', async () => {
    const { app, owner, url } = await startPortal();
    const run = await openRun(url, owner.token, { cmd: 'sleep', args: ['600'], cwd: '/' });
    onTestFinished(run.leave);
    await vi.waitUntil(() => run.id());
    const [listed] = (await list(app, owner)).recordings;
    expect(listed).toMatchObject({ state: 'running', command: 'sleep 600', code: null });
    expect((await call(app, owner, 'DELETE', listed?.id ?? '')).statusCode).toBe(409);
    await app.http.inject({ method: 'DELETE', url: `/api/terminal/runs/${run.id()}`, headers: owner.headers });
    await run.done;
    expect((await list(app, owner)).recordings).toMatchObject([{ state: 'ended', endedBy: 'stopped' }]);
  });

  it('is not made where the setting is off', async () => {
    const { app, owner, folder } = await startPortal({ TERMINAL_RECORDING: 'off' });
    expect((await postCommand(app, owner, { cmd: 'true' })).status).toBe(200);
    expect(existsSync(folder)).toBe(false);
    expect((await app.http.inject({ url: '/api/terminal/recordings', headers: owner.headers })).statusCode).toBe(404);
    for (const method of ['GET', 'DELETE'] as const)
      expect((await call(app, owner, method, '1763451600000-abcdefghijklmnop')).statusCode).toBe(404);
    const state = await app.http.inject({ url: '/api/terminal', headers: owner.headers });
    expect(state.json()).toMatchObject({ data: { isRecorded: false } });
  });

  it('is listed with 50 others, and deleted when it is too old or all are too large', async () => {
    const { app, owner, folder } = await startPortal({ TERMINAL_RECORDING_DAYS: '10', TERMINAL_RECORDING_MB: '1' });
    const dayMs = 24 * 60 * 60 * 1000;
    const now = app.ctx.clock().getTime();
    const add = async (ageMs: number, text = '') => {
      const header = {
        runId: 'abcdefghijklmnop',
        startedAt: new Date(now - ageMs),
        user: 'Olga',
        command: 'ls',
        cwd: '/',
      };
      const recording = await startRecording(folder, header);
      await recording.add(text);
      await recording.end({ code: 0, endedBy: 'itself' });
      return recording.id;
    };
    const old = await add(11 * dayMs);
    const young = await Promise.all(Array.from({ length: 51 }, (_, index) => add((index + 1) * 1000)));
    const first = await list(app, owner);
    expect([first.recordings.length, first.hasMore]).toEqual([50, true]);
    const second = await list(app, owner, `?before=${first.recordings.at(-1)?.id}`);
    expect([second.recordings.map(({ id }) => id), second.hasMore]).toEqual([[young[50], old], false]);
    await deleteOldRecordings(app.ctx);
    expect(castsIn(folder)).not.toContain(`${old}.cast`);
    const large = [await add(9 * dayMs, 'x'.repeat(700_000)), await add(0, 'x'.repeat(700_000))];
    await deleteOldRecordings(app.ctx);
    expect(castsIn(folder)).toHaveLength(52);
    expect(castsIn(folder)).not.toContain(`${large[0]}.cast`);
  });
});

const drive = mountSmallDrive(1);

describe.runIf(drive)('on a full drive (needs to be root to mount one)', () => {
  const folder = join(drive ?? '', 'recordings');
  const filler = join(drive ?? '', 'filler');
  const fill = () => {
    try {
      writeFileSync(filler, Buffer.alloc(2_000_000));
    } catch {
      // Full.
    }
  };

  it('no command runs', async () => {
    const { app, owner } = await startPortal({ TERMINAL_RECORDING_DIR: folder });
    fill();
    onTestFinished(() => rmSync(filler));
    const own = ownFolder();
    const { status, body } = await postCommand(app, owner, { cmd: 'touch', args: ['ran'], cwd: own });
    expect([status, body.code, body.error]).toEqual([507, 'STORAGE_FULL', expect.stringContaining('recorded here')]);
    expect(readdirSync(own)).toEqual([]);
    expect(castsIn(folder)).toEqual([]);
    expect(await entriesOf(app, owner, 'terminal.run')).toEqual([]);
  });

  it('a running command ends, and shows nothing that is not recorded', async () => {
    const { app, owner, url } = await startPortal({ TERMINAL_RECORDING_DIR: folder });
    const run = await openRun(url, owner.token, { cmd: 'yes', args: ['0123456789'], cwd: '/' });
    await run.done;
    expect(run.end()).toMatchObject({
      endedBy: 'recording',
      message: expect.stringContaining('free disk space') as string,
    });
    expect(run.text().length).toBeGreaterThan(100_000);
    expect(replay(readCast(folder)).text).toBe(run.text());
    expect((await entriesOf(app, owner, 'terminal.end'))[0]).toMatchObject({ outcome: 'recording' });
  });
});
