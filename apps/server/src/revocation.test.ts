import { mkdir, writeFile } from 'node:fs/promises';
import { roles } from '@tribehall/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAuthenticator, createFactorCalls } from './modules/factors/factors.fixture.ts';
import { bytesType, startUploadsTest } from './modules/files/uploads/uploads.fixture.ts';
import { startDownload as downloadSong } from './modules/music/downloads/downloads.service.ts';
import { musicFolder, songPath } from './modules/music/downloads/song-files.ts';
import { insertSong } from './modules/music/downloads/songs.store.ts';
import { readProgress } from './modules/music/downloads/work.service.ts';
import { openRun } from './modules/terminal/terminal.fixture.ts';
import { createToken } from './modules/tokens/tokens.fixture.ts';
import { createTestUser, testPassword, type TestUser } from './testing/test-users.ts';

const test = await startUploadsTest();
const { app, url } = test;
const dayMs = 24 * 60 * 60 * 1000;
const owner = await createTestUser(app, { roles: [roles.Owner] });

async function call(method: 'POST' | 'PUT' | 'DELETE', path: string, who: TestUser | undefined, payload: object = {}) {
  const { statusCode } = await app.http.inject({ method, url: `/api${path}`, headers: who?.headers ?? {}, payload });
  expect(statusCode, path).toBe(200);
}

async function anotherSession(user: TestUser): Promise<TestUser> {
  const payload = { email: user.email, password: testPassword };
  const reply = await app.http.inject({ method: 'POST', url: '/api/users/login', payload });
  const token = reply.json<{ data: { accessToken: string } }>().data.accessToken;
  return { ...user, token, headers: { authorization: `Bearer ${token}` } };
}

const passkeyIds = new Map<string, string>();
const factorCalls = createFactorCalls(app);

/** Logs in with a new passkey. */
async function passkeySession(user: TestUser): Promise<TestUser> {
  const authenticator = createAuthenticator();
  const { data } = await factorCalls.call('POST /users/me/factors/passkeys/options', { by: user });
  const body = { name: 'Lost', credential: authenticator.create(data) };
  const added = await factorCalls.call('POST /users/me/factors/passkeys', { by: user, body });
  passkeyIds.set(user.id, (added.data['passkey'] as { id: string }).id);
  const options = await factorCalls.call('POST /users/login/passkey/options', { body: {} });
  const used = { credential: authenticator.use(options.data) };
  const token = String((await factorCalls.call('POST /users/login/passkey', { body: used })).data['accessToken']);
  return { ...user, token, headers: { authorization: `Bearer ${token}` } };
}

const idOf = ({ token }: TestUser) => token.split('.')[0] ?? '';

/** A live stream; `text` is all of it, once it has ended. */
async function openStream({ headers }: Pick<TestUser, 'headers'>, topics: string) {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const response = await fetch(`${url}/api/events?topics=${topics}`, { headers, signal: abort.signal });
  expect(response.status).toBe(200);
  return { text: response.text().catch(() => '') };
}

/** An upload by tus of which most is still to come. */
async function startUpload(user: TestUser) {
  const path = await test.begin(1_000_000, 'a.bin', user);
  const headers = { ...bytesType, 'upload-offset': 0, 'content-length': 1_000_000 };
  const upload = test.start(path, { method: 'PATCH', headers }, user);
  onTestFinished(() => void upload.request.destroy());
  upload.request.write('abc');
  return upload;
}

/** More than fits between the portal and a client that reads nothing. */
const largeBytes = 32 * 1024 * 1024;
const largeFile = await test.begin(largeBytes, 'large.bin', owner);
await test.patch(largeFile, 0, Buffer.alloc(largeBytes), owner);

/** How many files are being sent. */
const sending = { count: 0 };
const { acquire } = app.http.downloads;
app.http.downloads.acquire = (address) => {
  const release = acquire(address);
  sending.count += 1;
  return () => {
    sending.count -= 1;
    release();
  };
};

/** A download that its reader has begun; `rest` reads on. */
async function startDownload(user: TestUser) {
  const fileId = largeFile.split('/').at(-1);
  const reply = await app.http.inject({ method: 'POST', url: `/api/files/${fileId}/download`, headers: user.headers });
  const response = await fetch(`${url}${reply.json<{ data: { url: string } }>().data.url}`);
  expect(response.status).toBe(200);
  return { rest: () => response.arrayBuffer() };
}

const song = { videoId: 'LargeSong01', file: `LargeSong01-audio-${'0'.repeat(16)}.mp3` };
await mkdir(musicFolder(app.ctx.config), { recursive: true });
await writeFile(songPath(app.ctx.config, song.file), Buffer.alloc(largeBytes));
await insertSong(app.ctx.db, {
  ...song,
  id: 'large-song',
  kind: 'audio',
  title: 'Large song',
  bytes: largeBytes,
  createdAt: app.ctx.clock(),
  usedAt: app.ctx.clock(),
});

/** The same of a song; `again` uses its link once more. */
async function startSongDownload(user: TestUser) {
  const request = { videoId: song.videoId, audioOnly: true };
  const { eventId } = await downloadSong(app.ctx, { userId: user.id, sessionId: idOf(user) }, request);
  const href = `${url}${(await readProgress(app.ctx, eventId)).directDownloadHref}`;
  const response = await fetch(href);
  expect(response.status).toBe(200);
  return { rest: () => response.arrayBuffer(), again: async () => (await fetch(href)).status };
}

function startForm(user: TestUser) {
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1_000_000 };
  const form = test.start('/files', { method: 'POST', headers }, user);
  onTestFinished(() => void form.request.destroy());
  form.request.write('--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nabc');
  return form;
}

async function resetPassword({ username }: TestUser, more: object = {}) {
  const link = { method: 'POST', url: '/api/users/password-reset/links', headers: owner.headers } as const;
  const { code } = (await app.http.inject({ ...link, payload: { username } })).json<{ data: { code: string } }>().data;
  await call('POST', '/users/password-reset/confirm', undefined, {
    code,
    newPassword: 'quite another battery',
    ...more,
  });
}

/** `first` is the session that the user registered with. */
const ends: Record<string, (user: TestUser, first: TestUser) => unknown> = {
  'a logout': (user) => call('POST', '/users/logout', user),
  'a logout from another device': async (user) =>
    call('DELETE', `/users/me/sessions/${idOf(user)}`, await anotherSession(user)),
  'a logout everywhere': async (user) => call('DELETE', '/users/me/sessions?which=others', await anotherSession(user)),
  'a new password': async (user) => {
    const given = { currentPassword: testPassword, newPassword: 'quite another battery' };
    await call('POST', '/users/me/password', await anotherSession(user), given);
  },
  'a reset link': (user) => resetPassword(user),
  'the loss of the role': ({ id }) => call('PUT', `/users/${id}/roles`, owner, { roles: [] }),
  'a disabled account': ({ id }) => call('PUT', `/users/${id}/disabled`, owner, { isDisabled: true }),
  'a removed account': ({ id }) => call('DELETE', `/users/${id}`, owner),
  'an Owner who logs the user out': ({ id }) => call('DELETE', `/users/${id}/sessions`, owner),
  'a reset of the second factors': ({ id }) => call('DELETE', `/users/${id}/factors`, owner),
  'the removal of the passkey it was opened with': ({ id }, first) =>
    call('DELETE', `/users/me/factors/passkeys/${passkeyIds.get(id)}`, first),
  'a change that no message reports': ({ id }) => app.ctx.db.execute(`delete from sessions where user_id = '${id}'`),
  'a session that has expired': () => app.passMs(8 * dayMs),
};

describe('what a person has open ends', () => {
  it.each(Object.keys(ends))('with %s', { timeout: 20_000 }, async (name) => {
    if (name.includes('expired')) onTestFinished(() => app.passMs(-8 * dayMs));
    const first = await createTestUser(app, { roles: [roles.Owner] });
    const user = name.includes('passkey') ? await passkeySession(first) : first;
    const stream = await openStream(user, 'audit,users.me');
    const run = await openRun(url, user.token, { cmd: 'sleep', args: ['600'], cwd: '/' });
    onTestFinished(run.leave);
    const [upload, form] = [await startUpload(user), startForm(user)];
    const [download, songDownload] = [await startDownload(user), await startSongDownload(user)];
    await vi.waitUntil(() => app.ctx.state.files.uploaders.size === 2 && run.id() !== undefined);
    await ends[name]?.(user, first);
    expect(await stream.text).toContain('"event":"close","data":{"reason":"session-ended"}');
    await run.done;
    expect(run.end()).toMatchObject({ endedBy: 'session' });
    // With the account, its unfinished uploads are gone.
    const isGone = name === 'a removed account';
    expect([(await upload.reply).status, (await form.reply).status]).toEqual([isGone ? 404 : 401, 401]);
    expect(app.ctx.state.files.uploaders.size).toBe(0);
    expect(app.ctx.state.terminal.runs.size).toBe(0);
    await vi.waitUntil(() => sending.count === 0);
    await expect(download.rest()).rejects.toThrow('terminated');
    await expect(songDownload.rest()).rejects.toThrow('terminated');
    expect(await songDownload.again()).toBe(403);
  });

  it('with a role that needs a second factor which is missing, while the session stays', async () => {
    const user = await createTestUser(app, { roles: [roles.Owner] });
    const stream = await openStream(user, 'audit');
    const run = await openRun(url, user.token, { cmd: 'sleep', args: ['600'], cwd: '/' });
    onTestFinished(run.leave);
    const upload = await startUpload(user);
    await vi.waitUntil(() => app.ctx.state.files.uploaders.size === 1 && run.id() !== undefined);
    const needFactor = (whom: string) =>
      app.ctx.db.execute(
        `insert into site_settings (id, is_status_public, second_factor_for, changed_at)
         values ('site', false, '${whom}', now())
         on conflict (id) do update set second_factor_for = excluded.second_factor_for`,
      );
    onTestFinished(async () => void (await needFactor('nobody')));
    await needFactor('admins');
    expect(await stream.text).toContain('session-ended');
    await run.done;
    expect(run.end()).toMatchObject({ endedBy: 'session' });
    expect((await upload.reply).status).toBe(403);
  });
});

describe('what a script has open ends', () => {
  const tokenEnds: Record<string, (user: TestUser, tokenId: string) => unknown> = {
    'its API token': (user, tokenId) => call('DELETE', `/users/me/tokens/${tokenId}`, user),
    'a new password, if wanted': (user) => {
      const given = { currentPassword: testPassword, newPassword: 'quite another battery', revokeTokens: true };
      return call('POST', '/users/me/password', user, given);
    },
    'a reset link, if wanted': (user) => resetPassword(user, { revokeTokens: true }),
    'a logout everywhere, if wanted': (user) => call('DELETE', '/users/me/sessions?which=others&tokens=revoke', user),
    'an Owner who revokes its API token': (_, tokenId) => call('DELETE', `/tokens/${tokenId}`, owner),
    'the loss of the role of its user': ({ id }) => call('PUT', `/users/${id}/roles`, owner, { roles: [] }),
    'the disabled account of its user': ({ id }) => call('PUT', `/users/${id}/disabled`, owner, { isDisabled: true }),
    'a change that no message reports': (_, tokenId) =>
      app.ctx.db.execute(`delete from api_tokens where id = '${tokenId}'`),
  };

  it.each(Object.keys(tokenEnds))('with %s', { timeout: 20_000 }, async (name) => {
    const user = await createTestUser(app, { roles: [roles.Admin] });
    const token = await createToken(app, user, { scopes: ['read', 'files'] });
    const script = { ...user, headers: token.headers };
    const stream = await openStream(script, 'files');
    const [upload, form] = [await startUpload(script), startForm(script)];
    await vi.waitUntil(() => app.ctx.state.files.uploaders.size === 2);
    await tokenEnds[name]?.(user, token.id);
    expect(await stream.text).toContain('session-ended');
    const isRoleLost = name.includes('role');
    expect([(await upload.reply).status, (await form.reply).status]).toEqual(isRoleLost ? [403, 403] : [401, 401]);
    expect(app.ctx.state.files.uploaders.size).toBe(0);
  });

  it('not with a new password, a reset link or a logout everywhere alone', async () => {
    const user = await createTestUser(app, { roles: [roles.Admin] });
    const token = await createToken(app, user, { scopes: ['read'] });
    await call('DELETE', '/users/me/sessions?which=others', user);
    await ends['a new password']?.(user, user);
    await resetPassword(user);
    const { statusCode } = await app.http.inject({ url: '/api/users/me', headers: token.headers });
    expect(statusCode).toBe(200);
  });
});
