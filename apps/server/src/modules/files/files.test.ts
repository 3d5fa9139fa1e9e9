import type { ReplyOutput, Visibility } from '@tribehall/contract';
import { roles } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { createTestUser } from '../../testing/test-users.ts';
import { liveSubject, type LiveMessage } from '../events/events.service.ts';
import { setRoles, remove } from '../users/users.service.ts';
import { operator } from '../audit/audit.service.ts';
import { startFilesTest } from './files.fixture.ts';

type Listed = { fileId: string; fileName: string; uploadedBy: string | null; uploadedAt: string };
type Details = Omit<ReplyOutput<'GET /files/{id}'>, 'uploadedAt'>;

const test = await startFilesTest({ FILES_QUOTA_MB: '5', FILES_MAX_MB: '2' });
const { app, add, call } = test;
const uploader = await test.admin();
const other = await test.admin();
const owner = await createTestUser(app, { roles: [roles.Owner] });
const member = await createTestUser(app);
const hourMs = 60 * 60 * 1000;

const ids = async (user: typeof uploader) => (await call<Listed[]>(user, 'GET', '')).data.map(({ fileId }) => fileId);
const audited = async (id: string) => {
  const { rows } = await app.ctx.db.execute(
    `select action, actor, target, details from audit where details->>'fileId' = '${id}' order by id`,
  );
  return rows;
};

function listen(): LiveMessage[] {
  const heard: LiveMessage[] = [];
  app.ctx.bus.subscribe(liveSubject, (message) => {
    const live = message as LiveMessage;
    if (live.topic === 'files') heard.push(live);
  });
  return heard;
}

describe('the list', () => {
  it('has what this Admin may open, newest first', async () => {
    const mine = await add({ name: 'maps/island.png', uploader, visibility: 'private' });
    app.passMs(1000);
    const shared = await add({ uploader, visibility: 'admins' });
    app.passMs(1000);
    const open = await add({ visibility: 'public' });
    expect(await ids(uploader)).toEqual([open, shared, mine]);
    expect(await ids(other)).toEqual([open, shared]);
    expect(await ids(owner)).toEqual([open, shared]);
    const { data } = await call<Listed[]>(uploader, 'GET', '');
    expect(data[2]).toEqual({
      fileId: mine,
      fileName: 'maps/island.png',
      uploadedBy: uploader.username,
      uploadedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      size: 11,
      visibility: 'private',
    });
    expect(data[0]?.uploadedBy).toBeNull();
  });

  it('is nothing for members and visitors', async () => {
    expect(await call(member, 'GET', '')).toMatchObject({ status: 403 });
    expect(await call(undefined, 'GET', '')).toMatchObject({ status: 401 });
  });
});

it('counts the used quota of all users, and what is reserved for uploads', async () => {
  const usage = async () => (await call<ReplyOutput<'GET /files/usage'>>(other, 'GET', '/usage')).data;
  const before = await usage();
  expect(before).toMatchObject({ quotaBytes: 5_000_000, maxFileBytes: 2_000_000 });
  const id = await add({ uploader, visibility: 'private', content: Buffer.alloc(1000) });
  await app.ctx.db.execute(
    `insert into uploads (id, user_id, name, size, visibility, received, started_at, expires_at)
     values ('promised1', '${uploader.id}', 'x', 500, 'private', 0, now(), now())`,
  );
  expect(await usage()).toEqual({ ...before, files: before.files + 1, bytes: before.bytes + 1500 });
  await app.ctx.db.execute(`delete from uploads`);
  await call(uploader, 'DELETE', `/${id}`);
  expect(await usage()).toEqual(before);
});

describe('who may open a file', () => {
  const everyone = { uploader, other, owner, member, visitor: undefined };
  const expected: Record<Visibility, (keyof typeof everyone)[]> = {
    public: ['uploader', 'other', 'owner', 'member', 'visitor'],
    private: ['uploader'],
    admins: ['uploader', 'other', 'owner'],
  };

  it.each(Object.entries(expected))('that is %s', async (visibility, openers) => {
    const id = await add({ uploader, visibility: visibility as Visibility });
    for (const [name, user] of Object.entries(everyone)) {
      const isOpener = openers.includes(name as keyof typeof everyone);
      for (const [method, path] of [
        ['GET', ''],
        ['POST', '/download'],
        ['POST', '/view'],
      ] as const)
        expect((await call(user, method, `/${id}${path}`)).status, `${name} ${method} ${path}`).toBe(
          isOpener ? 200 : 404,
        );
      const { statusCode } = await app.http.inject({ url: `/api/files/${id}/raw`, headers: user?.headers ?? {} });
      expect(statusCode, `${name} raw`).toBe(isOpener ? 200 : 404);
    }
  });

  it('changes with the role', async () => {
    const id = await add({ uploader, visibility: 'admins' });
    const mine = await add({ uploader: member, visibility: 'private' });
    expect(await call<Details>(member, 'GET', `/${mine}`)).toMatchObject({ data: { mayChange: false } });
    expect(await call(member, 'DELETE', `/${mine}`)).toMatchObject({ status: 403 });
    const fallen = await test.admin();
    expect(await call(fallen, 'GET', `/${id}`)).toMatchObject({ status: 200, data: { mayChange: true } });
    await setRoles(app.ctx, operator, fallen.id, []);
    expect(await call(fallen, 'GET', `/${id}`)).toMatchObject({ status: 401 });
  });

  it('says the same of a file that is not there, was deleted, or is not for the caller', async () => {
    const secret = await add({ uploader, visibility: 'private' });
    const deleted = await add({ uploader });
    await call(uploader, 'DELETE', `/${deleted}`);
    const calls = [
      ['GET', ''],
      ['GET', '/raw'],
      ['POST', '/download'],
      ['POST', '/view'],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const;
    for (const [method, path] of calls) {
      const replies = await Promise.all(
        ['nosuchfile', secret, ...(path === '/restore' ? [] : [deleted])].map(async (id) => {
          const url = `/api/files/${id}${path}`;
          const body = method === 'PUT' ? { body: { visibility: 'public' } } : {};
          const { statusCode, body: text } = await app.http.inject({ method, url, headers: other.headers, ...body });
          return { statusCode, text };
        }),
      );
      expect(replies[0], `${method} ${path}`).toMatchObject({ statusCode: 404 });
      for (const reply of replies) expect(reply, `${method} ${path}`).toEqual(replies[0]);
    }
  });
});

it('returns the details of a file, and what it can be shown as', async () => {
  const id = await add({ uploader, name: 'clips/raid.MP4', content: 'abc' });
  expect(await call<Details>(undefined, 'GET', `/${id}`)).toEqual({
    status: 200,
    data: {
      fileId: id,
      fileName: 'clips/raid.MP4',
      uploadedBy: uploader.username,
      uploadedAt: expect.any(String) as string,
      size: 3,
      visibility: 'public',
      preview: 'video',
      hash: '78af5f94892f3950',
      mayChange: false,
    },
  });
  expect((await call<Details>(other, 'GET', `/${id}`)).data.mayChange).toBe(true);
});

describe('a change of who may open a file', () => {
  it('takes effect at once, is published to all readers, and is audited', async () => {
    const id = await add({ uploader, name: 'plan.txt', visibility: 'private' });
    const heard = listen();
    expect(await call(uploader, 'PUT', `/${id}`, { visibility: 'admins' })).toMatchObject({
      status: 200,
      data: { visibility: 'admins', mayChange: true },
    });
    expect(await call(other, 'GET', `/${id}`)).toMatchObject({ status: 200 });
    expect(await call(other, 'PUT', `/${id}`, { visibility: 'public' })).toMatchObject({ status: 200 });
    expect(await call(undefined, 'GET', `/${id}`)).toMatchObject({ status: 200 });
    expect(heard).toEqual([1, 2].map(() => ({ channel: 'files', topic: 'files', event: 'changed', data: {} })));
    expect(await audited(id)).toEqual([
      {
        action: 'files.visibility',
        actor: uploader.username,
        target: 'plan.txt',
        details: { fileId: id, from: 'private', to: 'admins' },
      },
      {
        action: 'files.visibility',
        actor: other.username,
        target: 'plan.txt',
        details: { fileId: id, from: 'admins', to: 'public' },
      },
    ]);
  });

  it('that changes nothing is no change', async () => {
    const id = await add({ uploader });
    const heard = listen();
    expect(await call(other, 'PUT', `/${id}`, { visibility: 'public' })).toMatchObject({ status: 200 });
    expect([heard, await audited(id)]).toEqual([[], []]);
  });

  it('to private is for the uploader: anyone else would lock himself out', async () => {
    const id = await add({ uploader });
    expect(await call(other, 'PUT', `/${id}`, { visibility: 'private' })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      details: { fields: [{ field: 'visibility' }] },
    });
    expect(await call(uploader, 'PUT', `/${id}`, { visibility: 'private' })).toMatchObject({ status: 200 });
    const nobodys = await add({});
    expect(await call(owner, 'PUT', `/${nobodys}`, { visibility: 'private' })).toMatchObject({ status: 403 });
  });

  it('to nonsense is refused with its field', async () => {
    const id = await add({ uploader });
    for (const body of [{}, { visibility: 'everyone' }, { visibility: null }])
      expect(await call(uploader, 'PUT', `/${id}`, body)).toMatchObject({
        status: 400,
        details: { fields: [{ field: 'visibility' }] },
      });
  });
});

describe('a deleted file', () => {
  it('is gone for everyone, and comes back for an hour', async () => {
    const id = await add({ uploader, name: 'old.txt' });
    const heard = listen();
    expect(await call(uploader, 'DELETE', `/${id}`)).toEqual({ status: 200, data: {} });
    expect(await ids(uploader)).not.toContain(id);
    expect(await call(uploader, 'GET', `/${id}`)).toMatchObject({ status: 404 });
    expect(await call(uploader, 'DELETE', `/${id}`)).toMatchObject({ status: 404 });
    expect(await call(uploader, 'PUT', `/${id}`, { visibility: 'admins' })).toMatchObject({ status: 404 });
    app.passMs(hourMs - 60_000);
    expect(await call(other, 'POST', `/${id}/restore`)).toMatchObject({ status: 200, data: { fileId: id } });
    expect(await ids(other)).toContain(id);
    expect(await call(other, 'POST', `/${id}/restore`)).toMatchObject({ status: 404 });
    expect(heard).toHaveLength(2);
    expect(await audited(id)).toMatchObject([
      { action: 'files.delete', actor: uploader.username, target: 'old.txt' },
      { action: 'files.restore', actor: other.username, target: 'old.txt' },
    ]);
  });

  it('does not come back later, nor for those who could not open it', async () => {
    const id = await add({ uploader, visibility: 'private' });
    await call(uploader, 'DELETE', `/${id}`);
    expect(await call(owner, 'POST', `/${id}/restore`)).toMatchObject({ status: 404 });
    app.passMs(hourMs + 1);
    expect(await call(uploader, 'POST', `/${id}/restore`)).toMatchObject({ status: 404 });
  });

  it('is not restored while others use its quota', async () => {
    const content = Buffer.alloc(1_500_000);
    const id = await add({ uploader, content });
    await call(uploader, 'DELETE', `/${id}`);
    const taking = [await add({ content }), await add({ content }), await add({ content })];
    expect(await call(uploader, 'POST', `/${id}/restore`)).toMatchObject({ status: 507, code: 'STORAGE_FULL' });
    for (const taken of taking) await call(uploader, 'DELETE', `/${taken}`);
    expect(await call(uploader, 'POST', `/${id}/restore`)).toMatchObject({ status: 200 });
  });

  it('is deleted once, by one of two', async () => {
    const id = await add({ uploader });
    const replies = await Promise.all([uploader, other].map((user) => call(user, 'DELETE', `/${id}`)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(await audited(id)).toHaveLength(1);
  });
});

it('retains what a removed user uploaded, without the name', async () => {
  const leaving = await test.admin();
  const id = await add({ uploader: leaving, visibility: 'admins' });
  await remove(app.ctx, operator, leaving.id);
  expect(await call(other, 'GET', `/${id}`)).toMatchObject({ status: 200, data: { uploadedBy: null } });
});
