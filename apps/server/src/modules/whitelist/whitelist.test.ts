import { roles } from '@tribehall/contract';
import { describe, expect, it, vi } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { operator } from '../audit/audit.service.ts';
import * as clusters from '../clusters/changes.service.ts';
import { listen, openGame, type Game } from '../players/players.fixture.ts';
import { reconcileAll } from './reconcile.service.ts';
import {
  changes,
  createWhitelistCalls,
  newPlayer,
  ofServer,
  openListGame as openGameWithList,
  sees,
  type GameOptions,
  type List,
} from './whitelist.fixture.ts';

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });

const { call, add } = createWhitelistCalls(app, admin);
const manage = ({ id }: { id: string }, isManaged = true) => call('PUT', `/servers/${id}/whitelist`, { isManaged });
const entryOf = async ({ id }: { id: string }, playerId: string) =>
  (await call<List>('GET', `/whitelist?serverId=${id}`)).data.entries.find((entry) => entry.playerId === playerId);

const openListGame = (options?: GameOptions) => openGameWithList(app, options);

describe('a server that keeps its own whitelist', () => {
  it('is the default, and nothing is changed there', async () => {
    const game = await openListGame();
    expect((await call('GET', `/servers/${game.id}/whitelist`)).data).toEqual({ isManaged: false });
    const playerId = newPlayer();
    expect(await add(ofServer(game), playerId)).toMatchObject({ status: 200 });
    await reconcileAll(app.ctx);
    expect(await entryOf(game, playerId)).toMatchObject({ serverCount: 0, confirmedCount: 0, open: [] });
    expect(changes(game)).toEqual([]);
  });
});

describe('a managed whitelist', () => {
  // The first: later ones would hear of the games before them.
  it('tells its readers about entries and outcomes, but not about rounds in which nothing changed', async () => {
    const game = await openListGame();
    const published = listen(app, 'whitelist');
    await manage(game);
    await vi.waitFor(() => expect(published).toHaveLength(1));
    await add(ofServer(game), newPlayer());
    await vi.waitFor(() => expect(published).toHaveLength(3));
    await game.report();
    await reconcileAll(app.ctx);
    await reconcileAll(app.ctx);
    expect(published).toHaveLength(3);
    game.list.clear();
    await game.report();
    // It was missing, and it is back.
    await vi.waitFor(() => expect(published).toHaveLength(5));
  });

  it('gets who is added, also someone never seen, and says that the game confirmed it', async () => {
    const game = await openListGame();
    await manage(game);
    const playerId = newPlayer();
    await add(ofServer(game), playerId);
    await sees(game.list, playerId);
    await vi.waitFor(async () =>
      expect(await entryOf(game, playerId)).toMatchObject({
        playerId,
        name: playerId,
        by: admin.username,
        reach: { type: 'server', id: game.id, name: game.name },
        serverCount: 1,
        confirmedCount: 1,
        open: [],
      }),
    );
  });

  it('keeps everyone who was on it: they get entries, over several pages', async () => {
    const found = [newPlayer(), newPlayer(), newPlayer(), newPlayer(), newPlayer()];
    const game = await openListGame({ ids: found });
    await manage(game);
    await vi.waitFor(async () => {
      const { data } = await call<List>('GET', `/whitelist?serverId=${game.id}`);
      const own = data.entries.filter(({ reach }) => reach.id === game.id);
      expect(own.map(({ playerId }) => playerId).toSorted()).toEqual(found);
      for (const entry of own) expect(entry).toMatchObject({ by: 'Found on the server', confirmedCount: 1 });
    });
    expect(changes(game)).toEqual([]);
  });

  it('loses who is removed, and gets them back by undo', async () => {
    const game = await openListGame();
    await manage(game);
    const [stays, goes] = [newPlayer(), newPlayer()];
    await add(ofServer(game), stays);
    const { data } = await add(ofServer(game), goes);
    await sees(game.list, stays, goes);
    expect(await call('DELETE', `/whitelist/${data.id}`)).toMatchObject({ status: 200 });
    await sees(game.list, stays);
    expect(await entryOf(game, goes)).toBeUndefined();
    expect(await call('DELETE', `/whitelist/${data.id}`)).toMatchObject({ status: 404 });
    expect(await call('POST', `/whitelist/${data.id}/restore`)).toMatchObject({ status: 200 });
    await sees(game.list, stays, goes);
  });

  it('undoes a removal whatever other servers list, but not beside a newer entry', async () => {
    const [game, other] = [await openListGame(), await openListGame()];
    const playerId = newPlayer();
    const { data } = await add(ofServer(game), playerId);
    await call('DELETE', `/whitelist/${data.id}`);
    await add(ofServer(other), playerId);
    expect(await call('POST', `/whitelist/${data.id}/restore`)).toMatchObject({ status: 200 });
    await call('DELETE', `/whitelist/${data.id}`);
    expect(await add(ofServer(game), playerId)).toMatchObject({ status: 200 });
    expect(await call('POST', `/whitelist/${data.id}/restore`)).toMatchObject({ status: 409 });
  });

  it('gets a line back that was removed by hand', async () => {
    const game = await openListGame();
    await manage(game);
    const playerId = newPlayer();
    await add(ofServer(game), playerId);
    await sees(game.list, playerId);
    await game.report();
    game.list.delete(playerId);
    await game.report();
    await sees(game.list, playerId);
    expect(changes(game)).toHaveLength(2);
    await vi.waitFor(async () =>
      expect(await entryOf(game, playerId)).toMatchObject({ confirmedCount: 1, addedAgainAt: expect.any(String) }),
    );
  });

  it('gets a line back that was removed before the agent looked', async () => {
    const game = await openListGame();
    await manage(game);
    const playerId = newPlayer();
    game.revertNext();
    await add(ofServer(game), playerId);
    await vi.waitFor(() => expect(changes(game)).not.toHaveLength(0));
    // To the agent the file is what it was before.
    await vi.waitFor(async () => {
      await game.report();
      expect(game.list.size).toBe(1);
    });
    expect(changes(game)).toHaveLength(2);
  });

  it('loses a line that was put back before the agent looked', async () => {
    const playerId = newPlayer();
    const game = await openListGame({ ids: [playerId] });
    await manage(game);
    const found = await vi.waitFor(async () => {
      const entry = await entryOf(game, playerId);
      expect(entry).toBeDefined();
      return entry;
    });
    game.revertNext();
    await call('DELETE', `/whitelist/${found?.id}`);
    await vi.waitFor(() => expect(changes(game)).not.toHaveLength(0));
    await vi.waitFor(async () => {
      await game.report();
      expect(game.list.size).toBe(0);
    });
  });

  it('gets the newest first, also while many are being added', async () => {
    const game = await openListGame();
    for (let index = 0; index < 25; index += 1) await add(ofServer(game), newPlayer());
    const release = game.hold();
    await manage(game);
    await vi.waitFor(() => expect(changes(game)).toHaveLength(1));
    const latest = newPlayer();
    await add(ofServer(game), latest);
    await vi.waitFor(() => expect(app.ctx.state.whitelist.running.get(game.id)).toBe(true));
    release();
    await vi.waitFor(() => expect(game.list.size).toBe(26));
    expect(changes(game)[1]?.params).toMatchObject({ add: expect.arrayContaining([latest]) });
  });

  it('that servers share in one file has the players of all of them, each once', async () => {
    const list = new Set<string>();
    const file = `shared-${Math.random().toString(36).slice(2)}`;
    const [one, other] = [await openListGame({ list, file }), await openListGame({ list, file })];
    for (const game of [one, other]) await manage(game);
    const [first, second] = [newPlayer(), newPlayer()];
    const { data } = await add(ofServer(one), first);
    await add(ofServer(other), second);
    await sees(list, first, second);
    for (const game of [one, other]) await game.report();
    await reconcileAll(app.ctx);
    const listed = async ({ id }: Game) =>
      (await call<List>('GET', `/whitelist?serverId=${id}`)).data.entries
        .filter(({ reach }) => reach.type === 'server')
        .map(({ playerId }) => playerId);
    expect([await listed(one), await listed(other)]).toEqual([[first], [second]]);
    await call('DELETE', `/whitelist/${data.id}`);
    await sees(list, second);
    for (const game of [one, other]) await game.report();
    const sent = changes(one).length + changes(other).length;
    await reconcileAll(app.ctx);
    await reconcileAll(app.ctx);
    expect([...list]).toEqual([second]);
    expect(changes(one).length + changes(other).length).toBe(sent);
  });

  it('says what failed and why, and tries again later', async () => {
    const game = await openListGame();
    await manage(game);
    game.fail('The game did not change its list.');
    const playerId = newPlayer();
    await add(ofServer(game), playerId);
    await vi.waitFor(async () =>
      expect(await entryOf(game, playerId)).toMatchObject({
        confirmedCount: 0,
        open: [{ id: game.id, state: 'failed', detail: 'The game did not change its list.' }],
      }),
    );
    game.fail(undefined);
    await reconcileAll(app.ctx);
    expect(game.list.size).toBe(0);
    app.passMs(61_000);
    await reconcileAll(app.ctx);
    await sees(game.list, playerId);
  });

  it('of a server that is offline waits for its return', async () => {
    const server = await addTestServer(app);
    await manage(server);
    const playerId = newPlayer();
    await add(ofServer(server), playerId);
    await vi.waitFor(async () =>
      expect((await entryOf(server, playerId))?.open).toMatchObject([
        { state: 'waiting', detail: 'The server is not connected.' },
      ]),
    );
    const added: unknown[] = [];
    const commands = {
      'lists.apply': (params: Record<string, unknown>) => {
        added.push(params['add']);
        return { results: [{ playerId, outcome: 'sent' }] };
      },
    };
    await openGame(app, { server, commands });
    await reconcileAll(app.ctx);
    expect(added).toEqual([[playerId]]);
    expect((await entryOf(server, playerId))?.open).toMatchObject([{ state: 'sent' }]);
  });

  it('whose file cannot be read gets everyone once', async () => {
    const game = await openListGame({ isReadable: false });
    await manage(game);
    const playerId = newPlayer();
    const { data } = await add(ofServer(game), playerId);
    await sees(game.list, playerId);
    await reconcileAll(app.ctx);
    await reconcileAll(app.ctx);
    expect(changes(game)).toHaveLength(1);
    await call('DELETE', `/whitelist/${data.id}`);
    await sees(game.list);
    await reconcileAll(app.ctx);
    expect(changes(game)).toHaveLength(2);
  });

  it('is left as it is when the management is turned off', async () => {
    const game = await openListGame();
    await manage(game);
    const playerId = newPlayer();
    const { data } = await add(ofServer(game), playerId);
    await sees(game.list, playerId);
    await manage(game, false);
    await call('DELETE', `/whitelist/${data.id}`);
    await reconcileAll(app.ctx);
    expect([...game.list]).toEqual([playerId]);
  });

  it('is left as it is also by a round that had begun before', async () => {
    const game = await openListGame();
    await manage(game);
    const playerId = newPlayer();
    const { data } = await add(ofServer(game), playerId);
    await vi.waitFor(async () => expect(await entryOf(game, playerId)).toMatchObject({ confirmedCount: 1 }));
    const release = game.hold();
    const reads = () => game.agent.received.filter(({ command }) => command === 'lists.read').length;
    const before = reads();
    const round = reconcileAll(app.ctx);
    await vi.waitFor(() => expect(reads()).toBeGreaterThan(before));
    await manage(game, false);
    await call('DELETE', `/whitelist/${data.id}`);
    release();
    await round;
    expect([...game.list]).toEqual([playerId]);
    expect(changes(game)).toHaveLength(1);
  });

  it('of a cluster reaches its managed servers, and one that joins later', async () => {
    const { id: clusterId } = await clusters.create(app.ctx, operator, `Cluster ${Math.random()}`);
    const [inside, own, late] = [
      await openListGame({ clusterId }),
      await openListGame({ clusterId }),
      await openListGame(),
    ];
    for (const game of [inside, late]) await manage(game);
    const playerId = newPlayer();
    await add({ type: 'cluster', clusterId }, playerId);
    await sees(inside.list, playerId);
    await clusters.addServer(app.ctx, operator, clusterId, late.id, undefined);
    await reconcileAll(app.ctx);
    await sees(late.list, playerId);
    expect(own.list.size).toBe(0);
    const { data } = await call<List>('GET', `/whitelist?clusterId=${clusterId}`);
    expect(data.entries.find((entry) => entry.playerId === playerId)).toMatchObject({
      serverCount: 2,
      confirmedCount: 2,
    });
  });
});
