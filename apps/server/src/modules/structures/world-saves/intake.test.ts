import { roles } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../testing/test-app.ts';
import { createTestUser } from '../../../testing/test-users.ts';
import { listen } from '../../players/players.fixture.ts';
import {
  ask,
  gameTime,
  head,
  later,
  openServer,
  rowsOf,
  savedAt,
  structure,
  survivor,
  sendSave,
  tribe,
} from '../structures.fixture.ts';

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });

type History = { save_id: string; first_seen_at: Date; last_seen_at: Date; gone_at: Date | null };

const historyOf = (serverId: string) =>
  rowsOf<History>(
    app,
    `select save_id, first_seen_at, last_seen_at, gone_at from structures where server_id = '${serverId}' order by save_id`,
  );
const standing = async (serverId: string) =>
  (await historyOf(serverId)).filter((row) => row.gone_at === null).map((row) => row.save_id);
const stateOf = async (serverId: string) =>
  (await ask<{ save: Record<string, unknown> }>(app, admin, `/servers/${serverId}/structures`)).data.save;

/** Of a tribe's log, one a day. */
const lines = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, index) => `Day ${from + index}, 12:00:00: Dodo - Lvl 1 (Dodo) starved to death!`,
  );

describe('a save', () => {
  it('is stored as it is sent, and published', async () => {
    const { id, agent } = await openServer(app);
    const heard = listen(app, `structures/${id}`);
    const states = listen(app, `servers.state/${id}`);
    await sendSave(agent, {
      structures: [structure('a'), structure('b', { teamId: 12, name: 'Gate', health: 5 })],
      tribes: [tribe(11, { members: [{ arkId: '501', name: 'Mira' }], log: ['Day 1'] })],
      survivors: [survivor('501', { teamId: 11, loginAt: gameTime - 3600, place: { x: 1, y: 2, z: 3 } })],
      classes: [{ className: 'Floor_Stone_C', kind: 'structure', count: 2 }],
    });
    expect(await stateOf(id)).toMatchObject({
      savedAt: savedAt.toISOString(),
      format: 'ASA 14',
      objectCount: 1000,
      failureCount: 2,
      structureCount: 2,
      tribeCount: 1,
      survivorCount: 1,
      readingSince: null,
      error: null,
    });
    expect(heard[0]?.data).toMatchObject({ readingSince: expect.any(String) as string });
    expect(heard.at(-1)?.data).toMatchObject({ readingSince: null, structureCount: 2 });
    expect(states.at(-1)?.data).toMatchObject({ structureCount: 2 });
    const [row] = await rowsOf(app, `select * from structures where server_id = '${id}' and save_id = 'b'`);
    expect(row).toMatchObject({ class_name: 'Floor_Stone_C', tribe_id: '12', name: 'Gate', x: 1000.5, health: 5 });
    expect(row?.['built_at']).toEqual(new Date(savedAt.getTime() - 2 * 24 * 3600 * 1000));
    const [person] = await rowsOf(app, `select * from survivors where server_id = '${id}'`);
    expect(person).toMatchObject({ login_at: later(-60), tribe_id: '11', x: 1 });
  });

  it('adds what is new in the log of a tribe, of which the game forgets the oldest lines', async () => {
    const { id, agent } = await openServer(app);
    const first = await sendSave(agent, {
      tribes: [tribe(11, { log: lines(0, 100) }), tribe(12, { log: lines(0, 3) })],
    });
    const changed = { tribes: [tribe(11, { log: lines(60, 160) })] };
    await sendSave(agent, changed, { base: first.revision, savedAt: later(15).toISOString() });
    const logs = await rowsOf<{ log: string[] }>(app, `select log from tribes where server_id = '${id}' order by id`);
    expect(logs.map(({ log }) => log)).toEqual([lines(0, 160), lines(0, 3)]);
  });

  it('with only the changes does not touch the rest', async () => {
    const { id, agent } = await openServer(app);
    const first = await sendSave(agent, { structures: [structure('a'), structure('b'), structure('c')] });
    expect(first.hasBase).toBe(false);
    const rows = { structures: [structure('b', { health: 1 }), structure('d')], gone: { structures: ['c'] } };
    const second = await sendSave(agent, rows, {
      base: first.revision,
      savedAt: later(15).toISOString(),
      structureCount: 3,
    });
    expect(second.hasBase).toBe(true);
    expect(await historyOf(id)).toEqual([
      { save_id: 'a', first_seen_at: savedAt, last_seen_at: savedAt, gone_at: null },
      { save_id: 'b', first_seen_at: savedAt, last_seen_at: later(15), gone_at: null },
      { save_id: 'c', first_seen_at: savedAt, last_seen_at: savedAt, gone_at: later(15) },
      { save_id: 'd', first_seen_at: later(15), last_seen_at: later(15), gone_at: null },
    ]);
    const back = await sendSave(
      agent,
      { structures: [structure('c')] },
      {
        base: second.revision,
        savedAt: later(30).toISOString(),
        structureCount: 4,
      },
    );
    expect(back.hasBase).toBe(true);
    expect((await historyOf(id))[2]).toEqual({
      save_id: 'c',
      first_seen_at: savedAt,
      last_seen_at: later(30),
      gone_at: null,
    });
  });

  it('that is a full snapshot marks everything else as gone, with tribes, survivors and classes', async () => {
    const { id, agent } = await openServer(app);
    await sendSave(agent, {
      structures: [structure('a'), structure('b')],
      tribes: [tribe(11), tribe(12)],
      survivors: [survivor('501'), survivor('502')],
      classes: [
        { className: 'Wall_C', kind: 'structure', count: 1 },
        { className: 'Dodo_C', kind: 'creature', count: 1 },
      ],
    });
    const whole = {
      structures: [structure('b')],
      tribes: [tribe(12)],
      survivors: [survivor('502')],
      classes: [{ className: 'Dodo_C', kind: 'creature', count: 3 } as const],
    };
    const { hasBase } = await sendSave(agent, whole, { base: 'never-heard-of', savedAt: later(20).toISOString() });
    expect(hasBase).toBe(false);
    expect(await standing(id)).toEqual(['b']);
    expect((await historyOf(id))[0]).toMatchObject({ last_seen_at: savedAt, gone_at: later(20) });
    for (const table of ['tribes', 'survivors'])
      expect(await rowsOf(app, `select gone_at from ${table} where server_id = '${id}' order by gone_at`)).toEqual([
        { gone_at: later(20) },
        { gone_at: null },
      ]);
    expect(await rowsOf(app, `select class_name, count from save_classes where server_id = '${id}'`)).toEqual([
      { class_name: 'Dodo_C', count: 3 },
    ]);
    expect(await stateOf(id)).toMatchObject({ structureCount: 1, tribeCount: 1, survivorCount: 1 });
  });

  it('may send a row twice, in one batch and in two, without using up ids', async () => {
    const { id, agent } = await openServer(app);
    await agent.request('save.begin', head());
    const rows = {
      structures: [structure('a', { x: 1 }), structure('a', { x: 2 }), structure('b')],
      tribes: [tribe(11), tribe(11, { name: 'Last' })],
    };
    await agent.request('save.rows', rows);
    await agent.request('save.rows', rows);
    await agent.request('save.rows', rows);
    await agent.request('save.rows', { structures: [structure('c')] });
    await agent.request('save.end', { objectCount: 3, failureCount: 0, structureCount: 3 });
    const stored = await rowsOf<{ id: number; save_id: string; x: number }>(
      app,
      `select id, save_id, x from structures where server_id = '${id}' order by save_id`,
    );
    expect(stored.map(({ save_id, x }) => [save_id, x])).toEqual([
      ['a', 2],
      ['b', 1000.5],
      ['c', 1000.5],
    ]);
    expect((stored[2]?.id ?? 0) - (stored[0]?.id ?? 0)).toBe(2);
    expect(await rowsOf(app, `select name from tribes where server_id = '${id}'`)).toEqual([{ name: 'Last' }]);
  });

  it('that is interrupted is sent again as a full snapshot, and nothing is lost, duplicated or orphaned', async () => {
    const { id, agent, connect } = await openServer(app);
    const first = await sendSave(agent, { structures: [structure('a'), structure('b')] });
    await agent.request('save.begin', head({ base: first.revision, savedAt: later(15).toISOString() }));
    await agent.request('save.rows', { structures: [structure('soon-torn-down')], gone: { structures: ['a'] } });
    agent.cut();
    const again = await connect();
    const second = await sendSave(
      again,
      { structures: [structure('a'), structure('b')] },
      {
        base: first.revision,
        savedAt: later(30).toISOString(),
      },
    );
    expect(second.hasBase).toBe(false);
    expect(await standing(id)).toEqual(['a', 'b']);
  });

  it('is known by its revision to an agent that comes back', async () => {
    const { agent, connect } = await openServer(app);
    expect(agent.hello.saveRevision).toBeNull();
    const { revision } = await sendSave(agent, { structures: [structure('a')] });
    const again = await connect();
    expect(again.hello.saveRevision).toBe(revision);
    await again.request('save.begin', head({ base: revision }));
    await again.request('save.rows', { structures: [structure('b')] });
    expect((await connect()).hello.saveRevision).toBeNull();
  });

  it('that was only started does not change the base, and is abandoned', async () => {
    const { id, agent, connect } = await openServer(app);
    const first = await sendSave(agent, { structures: [structure('a')] });
    await agent.request('save.begin', head({ base: first.revision }));
    expect(await stateOf(id)).toMatchObject({ readingSince: expect.any(String) as string });
    agent.cut();
    await expect.poll(() => stateOf(id)).toMatchObject({ readingSince: null });
    const again = await connect();
    expect(await again.request('save.begin', head({ base: first.revision }))).toMatchObject({ hasBase: true });
  });

  it('whose count does not fit is followed by a whole one', async () => {
    const { agent } = await openServer(app);
    const first = await sendSave(agent, { structures: [structure('a')] });
    const second = await sendSave(agent, {}, { base: first.revision, structureCount: 7 });
    expect(second.hasBase).toBe(true);
    expect(await agent.request('save.begin', head({ base: second.revision }))).toMatchObject({ hasBase: false });
  });

  it('that could not be read has an error, until the next one can', async () => {
    const { id, agent } = await openServer(app);
    await sendSave(agent, { structures: [structure('a')] });
    const failed = { savedAt: later(15).toISOString(), reason: 'Version 99 is not known.' };
    await agent.request('save.failed', failed);
    expect(await stateOf(id)).toMatchObject({
      savedAt: savedAt.toISOString(),
      structureCount: 1,
      error: { at: expect.any(String) as string, reason: 'Version 99 is not known.' },
    });
    await sendSave(agent, { structures: [structure('a')] });
    expect(await stateOf(id)).toMatchObject({ error: null });
  });

  it('of a clock that goes wrong is not of the future', async () => {
    const { id, agent } = await openServer(app);
    await sendSave(
      agent,
      { structures: [structure('a', { builtAt: gameTime + 1e9 })] },
      { savedAt: '2999-01-01T00:00:00Z' },
    );
    const [row] = await historyOf(id);
    expect(row?.first_seen_at.getTime()).toBeLessThanOrEqual(Date.now());
    await sendSave(
      agent,
      { survivors: [survivor('1', { writtenAt: '0001-01-01T00:00:00Z' })] },
      { savedAt: '0001-01-01T00:00:00Z' },
    );
    expect(await rowsOf(app, `select login_at from survivors where server_id = '${id}'`)).toEqual([
      { login_at: new Date(0) },
    ]);
  });
});
