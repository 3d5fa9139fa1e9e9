import { roles } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../testing/test-app.ts';
import { connectTestAgent } from '../../../testing/test-agent.ts';
import { createTestUser } from '../../../testing/test-users.ts';
import { openPortal } from '../../agents/agents.fixture.ts';
import { ask, head, openServer, rowsOf, structure, survivor, sendSave, tribe } from '../structures.fixture.ts';

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

describe('rows of a save', () => {
  it('are refused before its beginning and after its end', async () => {
    const { agent } = await openServer(app);
    await expect(agent.request('save.rows', {})).rejects.toThrow('No save has been started.');
    await expect(agent.request('save.end', { objectCount: 0, failureCount: 0, structureCount: 0 })).rejects.toThrow(
      'No save has been started.',
    );
    await sendSave(agent, {});
    await expect(agent.request('save.rows', {})).rejects.toThrow('No save has been started.');
    expect(
      await agent.request('events', { events: [{ seq: 1, at: new Date().toISOString(), type: 'x', data: {} }] }),
    ).toBeDefined();
  });

  it.each<[string, object]>([
    ['a NUL', { structures: [structure('a', { name: 'a\u0000b' })] }],
    ['half a character', { structures: [structure('a', { teamName: '\ud800' })] }],
    ['a NUL in a member', { tribes: [tribe(1, { members: [{ arkId: '1', name: '\u0000' }] })] }],
    ['a NUL in a log', { tribes: [tribe(1, { log: ['\u0000'] })] }],
    ['a NUL in what is gone', { gone: { structures: ['\u0000'] } }],
    ['no number', { structures: [{ ...structure('a'), x: null }] }],
    ['a number without end', { structures: [structure('a', { x: 1e300 })] }],
    ['a tribe without end', { structures: [structure('a', { teamId: 2 ** 60 })] }],
    ['a class that is too long', { structures: [structure('a', { className: 'x'.repeat(201) })] }],
    ['an id of many letters', { structures: [structure("a'; drop table structures")] }],
    ['too many', { gone: { structures: Array.from({ length: 2001 }, (_, n) => String(n)) } }],
  ])('with %s end this save and nothing else', async (_, bad) => {
    const { id, agent } = await openServer(app);
    const first = await sendSave(agent, { structures: [structure('stored')] });
    await agent.request('save.begin', head({ base: first.revision }));
    await expect(agent.request('save.rows', bad)).rejects.toThrow('This save was rejected.');
    await expect(agent.request('save.rows', {})).rejects.toThrow('No save has been started.');
    expect(await standing(id)).toEqual(['stored']);
    expect(await stateOf(id)).toMatchObject({
      readingSince: null,
      error: { reason: expect.stringContaining('could not import the save') as string },
    });
    expect((await sendSave(agent, {}, { base: first.revision, structureCount: 1 })).hasBase).toBe(true);
  });

  it('with numbers too small for the database are stored as 0', async () => {
    const { id, agent } = await openServer(app);
    const tiny = { x: 1e-50, y: -1e-40, z: 1e-320, health: 1e-320, maxHealth: 0.1 };
    await sendSave(agent, {
      structures: [structure('a', tiny)],
      survivors: [survivor('1', { loginAt: 1e-320, place: { x: 5e-324, y: -1e-50, z: 7.5 } })],
    });
    expect(await rowsOf(app, `select x, y, z, health from structures where server_id = '${id}'`)).toEqual([
      { x: 0, y: 0, z: 0, health: 0 },
    ]);
    expect(await rowsOf(app, `select x, y, z from survivors where server_id = '${id}'`)).toEqual([
      { x: 0, y: 0, z: 7.5 },
    ]);
  });

  it('that the database rejects end this save and nothing else', async () => {
    const { id, agent } = await openServer(app);
    await app.ctx.db.execute(`alter table structures add constraint broken check (class_name <> 'Broken_C') not valid`);
    await agent.request('save.begin', head());
    const rows = { structures: [structure('a', { className: 'Broken_C' })] };
    await expect(agent.request('save.rows', rows)).rejects.toThrow('This save was rejected.');
    await app.ctx.db.execute('alter table structures drop constraint broken');
    await sendSave(agent, rows);
    expect(await standing(id)).toEqual(['a']);
  });

  it('of a connection that was replaced are refused, at this portal or another', async () => {
    const { id, token, agent: old } = await openServer(app);
    await old.request('save.begin', head());
    await old.request('save.rows', { structures: [structure('old')] });
    const other = openPortal(app);
    const young = await connectTestAgent(other, { token });
    await expect(old.request('save.rows', { structures: [structure('late')] })).rejects.toThrow('The connection');
    expect((await old.closed).code).toBe(4001);
    await sendSave(young, { structures: [structure('young')] });
    expect(await standing(id)).toEqual(['young']);
  });

  it('of a connection that is just being replaced do not come after it', async () => {
    const { id, token, agent: old } = await openServer(app);
    await old.request('save.begin', head());
    const late = Array.from({ length: 5 }, (_, n) =>
      old.request('save.rows', { structures: [structure(`late-${n}`)] }),
    );
    const settled = Promise.allSettled(late);
    const young = await connectTestAgent(app, { token });
    await sendSave(young, { structures: [structure('young')] });
    await settled;
    expect(await standing(id)).toEqual(['young']);
  });

  it('of a server that is removed meanwhile close its connection', async () => {
    const { id, agent } = await openServer(app);
    await agent.request('save.begin', head());
    await agent.request('save.rows', { structures: [structure('a')] });
    await app.ctx.db.execute(`delete from servers where id = '${id}'`);
    await expect(agent.request('save.rows', { structures: [structure('b')] })).rejects.toThrow('The connection');
    expect((await agent.closed).code).toBe(4003);
    expect(await historyOf(id)).toEqual([]);
  });
});

describe('an agent of another version', () => {
  it('may name commands that this portal does not know', async () => {
    const { token } = await openServer(app);
    const capabilities = {
      can: ['server.ping', 'server.listClasses'],
      cannot: [
        { command: 'server.fly', reason: 'No.' },
        { command: 'server.saveWorld', reason: 'No console.' },
      ],
    };
    const agent = await connectTestAgent(app, { token, hello: { capabilities } });
    const state = await ask<{ capabilities: unknown }>(app, admin, `/servers/${agent.hello.serverId}/details`);
    expect(state.data.capabilities).toEqual({
      can: ['server.ping'],
      cannot: [{ command: 'server.saveWorld', reason: 'No console.' }],
    });
  });
});
