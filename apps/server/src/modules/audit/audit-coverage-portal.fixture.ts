import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { roles } from '@tribehall/contract';
import { createTestUser, testPassword } from '../../testing/test-users.ts';
import { bytesType, metadata } from '../files/uploads/uploads.fixture.ts';
import { insertSong } from '../music/queue/queue.fixture.ts';
import { app, ask, folder, guildId, post, type Recorded } from './audit-coverage.fixture.ts';

const tus = { 'tus-resumable': '1.0.0' };

async function beginUpload(size = 2): Promise<string> {
  const about = {
    'upload-length': String(size),
    'upload-metadata': metadata({ filename: 'a.txt', visibility: 'public' }),
  };
  const { location } = await ask('POST /files/uploads', '/files/uploads', { headers: { ...tus, ...about } });
  return String(location).replace('/api', '');
}

async function newFile(): Promise<string> {
  const path = await beginUpload();
  await ask('PATCH /files/uploads/{id}', path, {
    headers: { ...tus, ...bytesType, 'upload-offset': '0' },
    payload: 'ab',
  });
  return path.split('/').at(-1) ?? '';
}

async function newSong(): Promise<string> {
  const videoId = await insertSong(app.ctx, 'A song');
  return String((await post('POST /skibapbot/music', { videoId }))['id']);
}

async function saveDatabase(): Promise<void> {
  const data = { value: Math.random() };
  await post('POST /databases/{file}', { data }, '/databases/settings.json');
}

async function newToken(): Promise<string> {
  const payload = { name: 'Backup', scopes: ['read'], serverIds: null, expiresAt: null };
  const { token } = await post('POST /users/me/tokens', payload);
  return (token as { id: string }).id;
}

async function newResetCode(username: string): Promise<string> {
  return String((await post('POST /users/password-reset/links', { username }))['code']);
}

/** Calls about the portal itself, and the action of the entry that each leaves. */
export const recordedOfPortal: Recorded = {
  'POST /databases/{file}': ['databases.save', saveDatabase],
  'POST /databases/{file}/*': [
    'databases.save',
    async () => {
      const path = join(folder, 'databases/sub');
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, 'settings.json'), '{}');
      await post('POST /databases/{file}/*', { data: { a: 1 } }, '/databases/sub/settings.json');
    },
  ],
  'POST /databases/{file}/versions/{versionId}/restore': [
    'databases.restore',
    async () => {
      for (const _ of [1, 2]) await saveDatabase();
      const path = '/databases/settings.json/versions';
      const versions = Object.values(await ask('GET /databases/{file}/versions', path)) as { id: string }[];
      const { id } = versions[1] ?? { id: '' };
      await post('POST /databases/{file}/versions/{versionId}/restore', {}, `${path}/${id}/restore`);
    },
  ],
  'DELETE /oauth2/discord': [
    'discord.unlink',
    async () => {
      const user = await createTestUser(app, { guilds: [guildId] });
      await ask('DELETE /oauth2/discord', '/oauth2/discord', { user });
    },
  ],
  'PUT /files/{id}': [
    'files.visibility',
    async () => post('PUT /files/{id}', { visibility: 'private' }, `/files/${await newFile()}`),
  ],
  'DELETE /files/{id}': ['files.delete', async () => ask('DELETE /files/{id}', `/files/${await newFile()}`)],
  'POST /files/{id}/restore': [
    'files.restore',
    async () => {
      const id = await newFile();
      await ask('DELETE /files/{id}', `/files/${id}`);
      await post('POST /files/{id}/restore', {}, `/files/${id}/restore`);
    },
  ],
  'POST /files': [
    'files.upload',
    async () => {
      const form = '--b\r\ncontent-disposition: form-data; name="file"; filename="b.txt"\r\n\r\nab\r\n--b--\r\n';
      const headers = { 'content-type': 'multipart/form-data; boundary=b' };
      await ask('POST /files', '/files', { headers, payload: form });
    },
  ],
  'PATCH /files/uploads/{id}': ['files.upload', newFile],
  'POST /skibapbot/music/update': ['music.update', () => post('POST /skibapbot/music/update')],
  'POST /skibapbot/music': ['music.add', newSong],
  'PUT /skibapbot/music/queue': ['music.settings', () => post('PUT /skibapbot/music/queue', { volume: 40 })],
  'POST /skibapbot/music/queue/skip': [
    'music.skip',
    async () => {
      await newSong();
      const { current } = await ask('GET /skibapbot/music/queue', '/skibapbot/music/queue');
      await post('POST /skibapbot/music/queue/skip', { entryId: (current as { id: string }).id });
    },
  ],
  'DELETE /skibapbot/music/queue': [
    'music.clear',
    () => ask('DELETE /skibapbot/music/queue', '/skibapbot/music/queue'),
  ],
  'DELETE /skibapbot/music/queue/{entryId}': [
    'music.remove',
    async () => {
      await newSong();
      await ask('DELETE /skibapbot/music/queue/{entryId}', `/skibapbot/music/queue/${await newSong()}`);
    },
  ],
  'POST /skibapbot/music/queue/restore': [
    'music.restore',
    async () => {
      await newSong();
      const id = await newSong();
      await ask('DELETE /skibapbot/music/queue/{entryId}', `/skibapbot/music/queue/${id}`);
      await post('POST /skibapbot/music/queue/restore', { entryIds: [id] });
    },
  ],
  'POST /skibapbot/music/queue/{entryId}/move': [
    'music.move',
    async () => {
      await newSong();
      const path = `/skibapbot/music/queue/${await newSong()}/move`;
      await post('POST /skibapbot/music/queue/{entryId}/move', { before: null }, path);
    },
  ],
  'PUT /site': ['site.settings', () => post('PUT /site', { name: 'Obelisk', description: '', isStatusPublic: true })],
  'PUT /site/accounts': [
    'site.accounts',
    () => post('PUT /site/accounts', { registration: 'open', isDiscordSignUpOn: false, secondFactorFor: 'nobody' }),
  ],
  'POST /terminal': ['terminal.run', () => post('POST /terminal', { cwd: folder, cmd: 'true', args: [] })],
  'POST /terminal/runs': ['terminal.run', () => post('POST /terminal/runs', { cwd: folder, cmd: 'true', args: [] })],
  'DELETE /terminal/recordings/{id}': [
    'terminal.deleteRecording',
    async () => {
      await post('POST /terminal', { cwd: folder, cmd: 'true', args: [] });
      const { recordings } = await ask('GET /terminal/recordings', '/terminal/recordings');
      const [{ id }] = recordings as [{ id: string }];
      await ask('DELETE /terminal/recordings/{id}', `/terminal/recordings/${id}`);
    },
  ],
  'POST /users/me/tokens': ['tokens.create', newToken],
  'PATCH /users/me/tokens/{tokenId}': [
    'tokens.rename',
    async () => post('PATCH /users/me/tokens/{tokenId}', { name: 'Other' }, `/users/me/tokens/${await newToken()}`),
  ],
  'DELETE /users/me/tokens/{tokenId}': [
    'tokens.revoke',
    async () => ask('DELETE /users/me/tokens/{tokenId}', `/users/me/tokens/${await newToken()}`),
  ],
  'DELETE /tokens/{tokenId}': [
    'tokens.revoke',
    async () => ask('DELETE /tokens/{tokenId}', `/tokens/${await newToken()}`),
  ],
  'POST /users/register': [
    'users.register',
    () => post('POST /users/register', { email: 'n@example.test', username: 'Newcomer', password: testPassword }),
  ],
  'POST /users/me/password': [
    'users.password',
    async () => {
      const payload = { currentPassword: testPassword, newPassword: 'another horse battery' };
      await ask('POST /users/me/password', '/users/me/password', { payload, user: await createTestUser(app) });
    },
  ],
  'PUT /users/{userId}/roles': [
    'users.roles',
    async () => {
      const { id } = await createTestUser(app);
      await post('PUT /users/{userId}/roles', { roles: [roles.Admin] }, `/users/${id}/roles`);
    },
  ],
  'PUT /users/{userId}/disabled': [
    'users.disable',
    async () => {
      const { id } = await createTestUser(app);
      await post('PUT /users/{userId}/disabled', { isDisabled: true }, `/users/${id}/disabled`);
    },
  ],
  'DELETE /users/{userId}/sessions': [
    'sessions.end',
    async () => ask('DELETE /users/{userId}/sessions', `/users/${(await createTestUser(app)).id}/sessions`),
  ],
  'PUT /users/me': [
    'users.profile',
    async () => {
      const user = await createTestUser(app);
      await ask('PUT /users/me', '/users/me', { payload: { username: `${user.username} Jr.` }, user });
    },
  ],
  'DELETE /users/me': [
    'users.remove',
    async () => {
      const user = await createTestUser(app);
      const payload = { username: user.username, password: testPassword };
      await ask('DELETE /users/me', '/users/me', { payload, user });
    },
  ],
  'DELETE /users/me/sessions/{sessionId}': [
    'sessions.end',
    async () => {
      const user = await createTestUser(app);
      const path = `/users/me/sessions/${user.token.split('.')[0]}`;
      await ask('DELETE /users/me/sessions/{sessionId}', path, { user });
    },
  ],
  'DELETE /users/me/sessions': [
    'sessions.end',
    async () => {
      const user = await createTestUser(app);
      await ask('DELETE /users/me/sessions', '/users/me/sessions?which=others', { user });
    },
  ],
  'POST /users/password-reset/links': [
    'users.reset-link',
    async () => newResetCode((await createTestUser(app)).username),
  ],
  'POST /users/password-reset/confirm': [
    'users.password',
    async () => {
      const code = await newResetCode((await createTestUser(app)).username);
      await post('POST /users/password-reset/confirm', { code, newPassword: 'another horse battery' });
    },
  ],
  'DELETE /users/{userId}': [
    'users.remove',
    async () => ask('DELETE /users/{userId}', `/users/${(await createTestUser(app)).id}`),
  ],
};
