import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { roles } from '@tribehall/contract';
import { decodeStructurePoints } from '@tribehall/contract/shared/structure-points';
import { describe, expect, it } from 'vitest';
import { isDeepRun } from '../../../testing/deep-run.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { agentUrl } from '../../../testing/test-agent.ts';
import { addTestServer } from '../../../testing/test-game-servers.ts';
import { createTestUser } from '../../../testing/test-users.ts';
import { fillWithStructures } from '../../../load-test/load-test-data.ts';
import {
  ask,
  gameTime,
  later,
  openServer,
  rowsOf,
  structure,
  survivor,
  sendSave,
  tribe,
} from '../structures.fixture.ts';

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });
const day = 24 * 60 * 60;
const seconds = (date: Date) => date.getTime() / 1000;

const get = (serverId: string, path: string, headers: Record<string, string> = {}) =>
  app.http.inject({ url: `/api/ark/servers/${serverId}/structures${path}`, headers: { ...admin.headers, ...headers } });

async function exported(serverId: string, query: string): Promise<string[]> {
  const reply = await get(serverId, `/export?format=json&${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ saveId: string }[]>().map((row) => row.saveId);
}

describe('an export', () => {
  it('has what matches the filters, as on the page', async () => {
    const { id, agent } = await openServer(app);
    // Now, so that days back from now are days back from the save.
    const savedAt = new Date().toISOString();
    const first = await sendSave(
      agent,
      {
        structures: [
          structure('new', { builtAt: gameTime - 2 * day }),
          structure('old', { builtAt: gameTime - 50 * day, className: 'StorageBox_Large_C', ownerArkId: '502' }),
          structure('abandoned', { teamId: 22, builtAt: gameTime - 90 * day }),
          structure('unknown', { teamId: 33, builtAt: undefined }),
          structure('gone', { teamId: 22 }),
        ],
        survivors: [
          survivor('501', { teamId: 11, loginAt: gameTime - day }),
          survivor('601', { teamId: 22, loginAt: gameTime - 40 * day }),
        ],
      },
      { savedAt },
    );
    await sendSave(agent, { gone: { structures: ['gone'] } }, { base: first.revision, savedAt, structureCount: 4 });
    const cases: [string, string[]][] = [
      ['', ['new', 'old', 'abandoned', 'unknown']],
      ['state=gone', ['gone']],
      ['tribes=22,33', ['abandoned', 'unknown']],
      ['tribes=', ['new', 'old', 'abandoned', 'unknown']],
      ['tribes=9999999999999999', []],
      ['owners=502', ['old']],
      ['classes=StorageBox_Large_C,Nothing_C', ['old']],
      ['minAgeDays=30', ['old', 'abandoned']],
      ['maxAgeDays=3', ['new', 'unknown']],
      ['minAgeDays=3&maxAgeDays=60', ['old']],
      ['leftBehindDays=30', ['abandoned']],
      ['leftBehindDays=60', []],
      ['leftBehindDays=0.5', ['new', 'old', 'abandoned']],
      ['tribes=11&owners=501&classes=Floor_Stone_C', ['new']],
      ['search=%20storage%20BOX', ['old']],
      ['search=wyvern', []],
    ];
    for (const [query, saveIds] of cases) expect(await exported(id, query), query).toEqual(saveIds);
    await app.ctx.db.execute(
      `update structures set first_seen_at = now() - interval '31 days' where server_id = '${id}'`,
    );
    expect(await exported(id, 'leftBehindDays=30')).toEqual(['abandoned', 'unknown']);
    for (const wrong of ['tribes=x', 'owners=a', 'minAgeDays=-1', 'leftBehindDays=x', 'state=flying', 'classes=%00'])
      expect((await get(id, `/export?format=csv&${wrong}`)).statusCode, wrong).toBe(400);
    expect((await get(id, '/export')).statusCode).toBe(400);
  });

  it('counts a player who is online, or was seen by the portal, as active', async () => {
    const { id, agent } = await openServer(app);
    const playerId = '76561198000000042';
    const savedAt = new Date().toISOString();
    await sendSave(
      agent,
      {
        structures: [structure('a')],
        survivors: [survivor('501', { playerId, teamId: 11, loginAt: gameTime - 90 * day })],
      },
      { savedAt },
    );
    expect(await exported(id, 'leftBehindDays=30')).toEqual(['a']);
    await agent.sendEvents({ type: 'server.state', data: { state: 'up' } });
    await agent.sendEvents({ type: 'players.online', data: { players: [{ id: playerId, name: 'Mira' }] } });
    expect(await exported(id, 'leftBehindDays=30')).toEqual([]);
    await agent.sendEvents({ type: 'players.online', data: { players: [] } });
    expect(await exported(id, 'leftBehindDays=30')).toEqual([]);
    await app.ctx.db.execute(`update known_players set seen_at = now() - interval '31 days' where server_id = '${id}'`);
    expect(await exported(id, 'leftBehindDays=30')).toEqual(['a']);
  });

  it('is a table with a header that no formula hides in', async () => {
    const { id, agent } = await openServer(app);
    const names = [
      '=HYPERLINK("http://evil")',
      '+1',
      '-1+2',
      '@SUM(A1)',
      ' =1',
      'a "quoted", thing',
      '\u202eevil',
      '=',
    ];
    await sendSave(agent, {
      structures: names.map((name, n) => structure(`s${n}`, { name, teamName: name, ownerName: name })),
    });
    const reply = await get(id, '/export?format=csv');
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="structures-.*\.csv"/) as string,
      'x-content-type-options': 'nosniff',
    });
    const [header, ...lines] = reply.body.trimEnd().split('\r\n');
    expect(header).toMatch(/^id,saveId,className,name,tribeId,tribe,ownerId,owner,latitude,longitude,x,y,z,/);
    expect(lines).toHaveLength(names.length);
    expect(reply.body).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect(reply.body).not.toMatch(/[,\n]"?\s*[=+@]/);
    expect(lines[0]).toMatch(/,49\.\d+,50\.\d+,1000\.5,-2000,30,/);
  });

  it('of nothing is an empty list, or a header alone', async () => {
    const { id } = await addTestServer(app);
    expect((await get(id, '/export?format=json')).json()).toEqual([]);
    expect((await get(id, '/export?format=csv')).body.split('\r\n')).toHaveLength(2);
  });

  it('of many thousands comes as it is read, to a reader who may stop', async () => {
    const { id } = await addTestServer(app);
    const count = isDeepRun ? 50_000 : 20_000;
    await fillWithStructures(app.ctx, id, count);
    const rows = (await get(id, '/export?format=json')).json<{ id: number }[]>();
    expect(new Set(rows.map((row) => row.id)).size).toBe(count);
    await agentUrl(app);
    const { port } = app.http.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/api/ark/servers/${id}/structures/export?format=csv`;
    for (let n = 0; n < 6; n += 1) {
      const request = httpGet(url, { headers: admin.headers });
      const [reply] = (await once(request, 'response')) as [IncomingMessage];
      expect(reply.statusCode).toBe(200);
      await once(reply, 'data');
      request.destroy();
      // Each that stops frees a slot for another.
      await expect.poll(async () => (await get(id, '/export?format=csv&tribes=1')).statusCode).toBe(200);
    }
  });
});

describe('the points', () => {
  it('are the rows', async () => {
    const { id, agent } = await openServer(app);
    await sendSave(agent, {
      structures: [
        structure('a', { x: -0.1, health: 3 }),
        structure('b', {
          className: 'Ärger_C',
          teamId: 2 ** 53 - 1,
          teamName: '\u202eevil',
          ownerArkId: '9999999999999999999',
        }),
        structure('c', { ownerArkId: undefined, ownerName: undefined, builtAt: undefined }),
      ],
      tribes: [tribe(11, { name: 'Vikings now' })],
      survivors: [survivor('501', { name: 'Mira now', teamId: 11, loginAt: gameTime - 60 })],
    });
    const reply = await get(id, '/points', { 'accept-encoding': 'gzip' });
    expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'private, no-cache' });
    const plain = await get(id, '/points');
    expect(gunzipSync(reply.rawPayload)).toEqual(plain.rawPayload);
    const points = decodeStructurePoints(new Uint8Array(plain.rawPayload).buffer);
    expect(points).toMatchObject({ count: 3, savedAt: seconds(later(0)) });
    const rows = Array.from({ length: 3 }, (_, n) => ({
      id: points.columns.id[n],
      x: points.columns.x[n],
      class: points.classes[points.columns.class[n] ?? 0],
      tribe: points.tribes[points.columns.tribe[n] ?? 0],
      owner: points.owners[points.columns.owner[n] ?? 0],
      builtAt: points.columns.builtAt[n],
      firstSeenAt: points.columns.firstSeenAt[n],
      goneAt: points.columns.goneAt[n],
    }));
    const stored = await rowsOf<{ id: number }>(
      app,
      `select id from structures where server_id = '${id}' order by save_id`,
    );
    const vikings = { id: 11, name: 'Vikings now', lastActiveAt: seconds(later(-1)) };
    const common = { firstSeenAt: seconds(later(0)), goneAt: 0 };
    const builtAt = seconds(later(0)) - 2 * day;
    expect(rows.toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0))).toEqual([
      {
        id: stored[0]?.id,
        x: Math.fround(-0.1),
        class: 'Floor_Stone_C',
        tribe: vikings,
        owner: { arkId: '501', name: 'Mira now' },
        builtAt,
        ...common,
      },
      {
        id: stored[1]?.id,
        x: 1000.5,
        class: 'Ärger_C',
        tribe: { id: 2 ** 53 - 1, name: '\u202eevil', lastActiveAt: 0 },
        owner: { arkId: '9999999999999999999', name: 'Mira' },
        builtAt,
        ...common,
      },
      { id: stored[2]?.id, x: 1000.5, class: 'Floor_Stone_C', tribe: vikings, owner: undefined, builtAt: 0, ...common },
    ]);
  });

  it('of many come in pieces, and are all there', async () => {
    const count = isDeepRun ? 45_000 : 21_000;
    const { id } = await addTestServer(app);
    await fillWithStructures(app.ctx, id, count);
    const points = decodeStructurePoints(new Uint8Array((await get(id, '/points')).rawPayload).buffer);
    expect(points.count).toBe(count);
    expect(new Set(points.columns.id).size).toBe(count);
    const { rows } = await app.ctx.db.execute(
      `select id, x, class_name, tribe_id from structures where server_id = '${id}' order by random() limit 500`,
    );
    const indexById = new Map([...points.columns.id].map((id, n) => [id, n]));
    for (const row of rows as { id: number; x: number; class_name: string; tribe_id: string }[]) {
      const n = indexById.get(row.id) ?? -1;
      expect(points.columns.x[n]).toBe(Math.fround(row.x));
      expect(points.classes[points.columns.class[n] ?? -1]).toBe(row.class_name);
      expect(points.tribes[points.columns.tribe[n] ?? -1]?.id).toBe(Number(row.tribe_id));
    }
  });

  it('are sent once, until another save is read or others see them', async () => {
    const { id, agent } = await openServer(app);
    const first = await sendSave(agent, { structures: [structure('a')], survivors: [survivor('501', { teamId: 11 })] });
    const tagOf = async () => String((await get(id, '/points')).headers['etag']);
    const tag = await tagOf();
    expect(await tagOf()).toBe(tag);
    const known = await get(id, '/points', { 'if-none-match': tag });
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0]);
    expect(String((await get(id, '/points?state=gone')).headers['etag'])).not.toBe(tag);
    const stranger = await createTestUser(app);
    const other = await get(id, '/points', { ...stranger.headers, 'if-none-match': tag });
    expect(other.statusCode).toBe(200);
    expect(decodeStructurePoints(new Uint8Array(other.rawPayload).buffer).count).toBe(0);
    await sendSave(agent, { gone: { structures: ['a'] } }, { base: first.revision, savedAt: later(15).toISOString() });
    const after = await get(id, '/points', { 'if-none-match': tag });
    expect(after.statusCode).toBe(200);
    expect(decodeStructurePoints(new Uint8Array(after.rawPayload).buffer).count).toBe(0);
    const gone = decodeStructurePoints(new Uint8Array((await get(id, '/points?state=gone')).rawPayload).buffer);
    expect(gone.columns.goneAt[0]).toBe(later(15).getTime() / 1000);
    expect((await ask(app, admin, `/servers/${id}/structures/${gone.columns.id[0]}`)).data).toMatchObject({
      lastSeenAt: later(0).toISOString(),
      goneAt: later(15).toISOString(),
    });
  });
});
