import { randomUUID } from 'node:crypto';
import { roles, routes } from '@tribehall/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { passkeys } from './db/tables/factors.table.ts';
import { mails } from './db/tables/mail.table.ts';
import { musicWork } from './db/tables/music.table.ts';
import { startFilesTest } from './modules/files/files.fixture.ts';
import { metadata } from './modules/files/uploads/uploads.fixture.ts';
import { openRun } from './modules/terminal/terminal.fixture.ts';
import { createToken } from './modules/tokens/tokens.fixture.ts';
import { addTestServer } from './testing/test-game-servers.ts';
import { createTestUser, type TestUser } from './testing/test-users.ts';

const { app, url, add } = await startFilesTest({ GUILD_ID: '42', YTDLP_PATH: '/nowhere/yt-dlp' });
const newOwner = () => createTestUser(app, { roles: [roles.Owner], guilds: ['42'] });

/** Ids of the community: who may do what there is in the table of rights. */
const shared = new Set(
  `servers/{id} servers/{serverId} clusters/{id} players/{playerId} tribes/{tribeId} structures/{structureId} maps/{map}
   moderators/{moderatorId} moderatorRoles/{ruleId} notes/{noteId} whitelist/{id} reports/{id} sanctions/{sanctionId}
   invitations/{id} registrations/{id} users/{userId} queue/{entryId} databases/{file} versions/{versionId}
   guilds/{guildId} thumbnails/{videoId} videos/{videoId} agent/{file} status/{id} settings/{kind}
   recordings/{id}`.split(/\s+/),
);

async function addWork(userId: string): Promise<string> {
  const id = randomUUID();
  const at = app.ctx.clock();
  const work = { kind: 'audio', videoId: 'x', state: 'waiting', message: '', portal: '' } as const;
  await app.ctx.db.insert(musicWork).values({ id, userId, ...work, createdAt: at, updatedAt: at });
  return id;
}

const serverId = (await addTestServer(app)).id;

/** Ids of one person's things, and how to make one. */
const own: Record<string, (user: TestUser) => Promise<string>> = {
  'sessions/{sessionId}': ({ token }) => Promise.resolve(token.split('.')[0] ?? ''),
  'tokens/{tokenId}': async (user) => (await createToken(app, user)).id,
  'passkeys/{passkeyId}': async ({ id: userId }) => {
    const id = randomUUID();
    const key = { credentialId: id, publicKey: 'x', counter: 0, transports: [], name: 'Phone' };
    await app.ctx.db.insert(passkeys).values({ id, userId, ...key, createdAt: app.ctx.clock() });
    return id;
  },
  'files/{id}': (uploader) => add({ name: 'a.txt', visibility: 'private', uploader }),
  'uploads/{id}': async ({ headers }) => {
    const tus = { 'tus-resumable': '1.0.0', 'upload-length': '9', 'upload-metadata': metadata({ filename: 'a' }) };
    const reply = await app.http.inject({
      method: 'POST',
      url: '/api/files/uploads',
      headers: { ...headers, ...tus },
    });
    return String(reply.headers.location).split('/').at(-1) ?? '';
  },
  'runs/{id}': async ({ token }) => {
    const run = await openRun(url, token, { cmd: 'sleep', args: ['600'], cwd: '/' });
    onTestFinished(run.leave);
    return vi.waitUntil(() => run.id());
  },
  'downloads/{eventId}': ({ id }) => addWork(id),
  'events/{id}': ({ id }) => addWork(id),
  'mail/{mailId}': async ({ id: senderId, username: senderName }) => {
    const id = randomUUID();
    const to = { serverId, playerId: 'x', playerName: 'x', subject: 'x', body: 'x', state: 'waiting' } as const;
    await app.ctx.db.insert(mails).values({ id, senderId, senderName, ...to, sentAt: app.ctx.clock() });
    return id;
  },
};

const bodies: Record<string, object> = {
  'PATCH /users/me/tokens/{tokenId}': { name: 'Mine' },
  'PUT /users/me/factors/passkeys/{passkeyId}': { name: 'Mine' },
  'PUT /files/{id}': { visibility: 'public' },
};

const isForOwners = (key: string) => key === 'DELETE /tokens/{tokenId}';
/** These look at a signature in place of the caller: without one there is nothing to see, either. */
const isSigned = (key: string) => /\/content$|\/file$/.test(key);

const pairsOf = (key: string) => key.match(/[\w.]+\/\{\w+\}/g) ?? [];
const ownPair = (key: string) => pairsOf(key).find((pair) => pair in own);
const keys = Object.keys(routes).filter((key) => ownPair(key) !== undefined && !isForOwners(key));

async function call(key: string, id: string, { headers }: TestUser): Promise<number> {
  const [method = '', pattern = ''] = key.split(' ');
  const path = pattern.replace(/(\w+)\/\{(\w+)\}/g, (pair, noun: string) => `${noun}/${pair in own ? id : serverId}`);
  const bytes = method === 'PATCH' ? { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' } : {};
  const tus = path.includes('/uploads/') ? { 'tus-resumable': '1.0.0', ...bytes } : {};
  const payload = bodies[key] ?? (method === 'PATCH' ? '123456789' : undefined);
  const sent = { method: method as 'GET', url: `/api${path}`, headers: { ...headers, ...tus } };
  return (await app.http.inject({ ...sent, ...(payload === undefined ? {} : { payload }) })).statusCode;
}

describe('ids', () => {
  it('of a call are all known as those of one person or of the community', () => {
    for (const key of Object.keys(routes))
      for (const pair of pairsOf(key)) expect(shared.has(pair) || pair in own, `${key}: ${pair}`).toBe(true);
  });

  it.each(keys)("of someone else's things are not found: %s", async (key) => {
    const [user, stranger] = [await newOwner(), await newOwner()];
    const id = await own[ownPair(key) ?? '']?.(user);
    expect(id).toBeTruthy();
    expect(isSigned(key) ? [400, 403, 404] : [404]).toContain(await call(key, id ?? '', stranger));
    // It was there. A stream has no end, and a file that was not deleted cannot be restored.
    const isChecked = !/^GET \/events|\/restore$/.test(key);
    expect(isChecked ? await call(key, id ?? '', user) : 200).not.toBe(404);
  });
});
