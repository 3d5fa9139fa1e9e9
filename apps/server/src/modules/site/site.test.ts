import { EventEmitter, once } from 'node:events';
import { roles } from '@tribehall/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp, restarted } from '../../testing/test-app.ts';
import { createFactorCalls } from '../factors/factors.fixture.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { liveSubject, type LiveMessage } from '../events/events.service.ts';
import { knownSettings, readSettings, watchSettings } from './settings.service.ts';
import * as store from './settings.store.ts';

const given = { name: 'Obelisk', description: 'Two clusters, one hall.', isStatusPublic: true };

const unset = { name: null, description: null, isStatusPublic: false };

const app = await createTestApp();
const owner = await createTestUser(app, { roles: [roles.Owner] });

const put = (payload: object, user?: TestUser) =>
  app.http.inject({ method: 'PUT', url: '/api/site', payload, headers: user?.headers ?? {} });

const read = async () => (await app.http.inject('/api/site')).json<{ data: object }>().data;

describe('the site', () => {
  // Runs first: nothing has been set yet.
  it('has no name and no public status until the Owner sets them', async () => {
    expect(await read()).toMatchObject(unset);
    expect((await put(given, owner)).json()).toMatchObject({ data: given });
    expect(await read()).toMatchObject(given);
    expect((await put({ name: '  ', description: null, isStatusPublic: false }, owner)).statusCode).toBe(200);
    expect(await read()).toMatchObject(unset);
  });

  it('is known without waiting for the database, from the start and after each change', async () => {
    await put(given, owner);
    await vi.waitFor(() => expect(knownSettings(app.ctx)).toMatchObject(given));
    const started = restarted(app.ctx);
    onTestFinished(watchSettings(started));
    await vi.waitFor(() => expect(knownSettings(started)).toMatchObject(given));
    await put(unset, owner);
    await vi.waitFor(() => expect(knownSettings(started)).toMatchObject(unset));
  });

  it('is known as it was read last, whichever read ends last', async () => {
    await put(given, owner);
    const { ctx } = app;
    const started = restarted(ctx);
    const settings = await store.findSettings(ctx.db);
    const database = new EventEmitter();
    const oldRead = once(database, 'reply').then(() => settings && { ...settings, name: 'Before' });
    vi.spyOn(store, 'findSettings').mockReturnValueOnce(oldRead);
    onTestFinished(watchSettings(started));
    const { reading } = started.state.site.settings;
    ctx.bus.publish('site.changed', {});
    await vi.waitFor(() => expect(knownSettings(started)).toMatchObject(given));
    database.emit('reply');
    expect(await reading).toMatchObject({ name: 'Before' });
    expect(knownSettings(started)).toMatchObject(given);
  });

  it('records what was changed', async () => {
    await put(unset, owner);
    await put(given, owner);
    const query = "select actor, details from audit where action = 'site.settings' order by id desc limit 1";
    const { rows } = await app.ctx.db.execute(query);
    expect(rows).toEqual([{ actor: owner.username, details: { from: unset, to: given } }]);
  });

  it('keeps what is not given, and says who may register and needs a second factor', async () => {
    await put(given, owner);
    const change = { registration: 'invitation', isDiscordSignUpOn: true, secondFactorFor: 'admins' };
    const putAccounts = (payload: object, user?: TestUser) =>
      app.http.inject({ method: 'PUT', url: '/api/site/accounts', payload, headers: user?.headers ?? {} });
    // Whoever requires a second factor has one.
    await createFactorCalls(app).enrol(owner);
    expect((await putAccounts(change, owner)).json()).toMatchObject({ data: { ...given, ...change } });
    await put(unset, owner);
    expect(await read()).toMatchObject({ ...unset, ...change });
    expect((await putAccounts({ ...change, registration: 'maybe' }, owner)).json()).toMatchObject({
      status: 400,
      details: { fields: [{ field: 'registration' }] },
    });
    const admin = await createTestUser(app, { roles: [roles.Admin] });
    expect((await putAccounts(change, admin)).statusCode).toBe(403);
    const [mode, sign] = await Promise.all([
      putAccounts({ registration: 'closed' }, owner),
      putAccounts({ isDiscordSignUpOn: false }, owner),
    ]);
    expect([mode.statusCode, sign.statusCode]).toEqual([200, 200]);
    expect(await read()).toMatchObject({ registration: 'closed', isDiscordSignUpOn: false, secondFactorFor: 'admins' });
    expect((await putAccounts({}, owner)).statusCode).toBe(400);
    expect((await putAccounts({ ...change, secondFactorFor: 'nobody' }, owner)).statusCode).toBe(200);
  });

  it('is changed by the Owner alone', async () => {
    await put(given, owner);
    const admin = await createTestUser(app, { roles: [roles.Admin] });
    expect((await put(unset, admin)).statusCode).toBe(403);
    expect((await put(unset)).statusCode).toBe(401);
    expect(await read()).toMatchObject(given);
  });

  it.each([
    ['name', { name: 'x'.repeat(65) }],
    ['name', { name: 'a\u0007b' }],
    ['name', { name: 'a\u202Eb' }],
    ['name', { name: 7 }],
    ['description', { description: 'x'.repeat(301) }],
    ['description', { description: 'a\nb' }],
    ['isStatusPublic', { isStatusPublic: 'yes' }],
  ])('refuses a wrong %s: %j', async (field, wrong) => {
    await put(unset, owner);
    expect((await put({ ...given, ...wrong }, owner)).json()).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      details: { fields: [{ field }] },
    });
    expect(await read()).toMatchObject(unset);
  });

  it('does not ask the database for every visitor', async () => {
    await put(given, owner);
    await read();
    await app.ctx.db.execute("update site_settings set name = 'Elsewhere'");
    expect(await read()).toMatchObject({ name: 'Obelisk' });
    expect(await readSettings(restarted(app.ctx))).toMatchObject({ name: 'Elsewhere' });
  });

  it('is published as a whole when it changes, and not when the change is refused', async () => {
    await put(unset, owner);
    const published: LiveMessage[] = [];
    const stop = app.ctx.bus.subscribe(liveSubject, (data) => {
      const message = data as LiveMessage;
      if (message.topic === 'site') published.push(message);
    });
    await put({ ...given, name: 7 }, owner);
    await put(given, owner);
    await expect.poll(() => published).toHaveLength(1);
    expect(published[0]).toMatchObject({ event: 'changed', data: { ...given, ...(await read()) } });
    stop();
  });

  it('is read again after another portal has changed it', async () => {
    await put(given, owner);
    await app.ctx.db.execute("update site_settings set name = 'Elsewhere'");
    app.ctx.bus.publish('site.changed', {});
    await expect.poll(() => read()).toMatchObject({ name: 'Elsewhere' });
  });
});
