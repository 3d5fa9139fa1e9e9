import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createBackOff, noJitter } from '@tribehall/common/back-off';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startServer } from '../../world/src/ark/simulated-server.fixture.ts';
import type { SimulatedServerOptions } from '../../world/src/ark/simulated-server.ts';
import { startAgent } from './agent.ts';
import { readConfig } from './config/config.ts';
import type { GameServerTiming } from './game-server.ts';
import { createAgentLog } from './log/agent-log.ts';
import { makeFolder } from './testing/folder.fixture.ts';
import { startPortal } from './testing/portal.fixture.ts';

const quick: GameServerTiming = {
  watch: { listMs: 20, stableMs: 20, shrunkMs: 60 },
  rcon: { commandsPerSecond: 20, burst: 4 },
  connection: { backOff: createBackOff([10], noJitter), timing: { gapMs: 1 } },
  confirmation: { withinMs: 500, everyMs: 20 },
};
const idOf = (n: number) => String(76_561_190_000_000_000n + BigInt(n));
const digestOf = (ids: string[]) => createHash('sha256').update(ids.toSorted().join('\n')).digest('hex');

type State = { list: string; digest: string | null; count: number };
type Results = { result: { results: { playerId: string; outcome: string; reason?: string }[] } };

type Options = Partial<SimulatedServerOptions> & { banned?: string[] };

/** The agent between a portal and a simulated game. */
async function setUp({ banned = [], ...options }: Options = {}) {
  const game = await startServer({ game: 'ase', map: 'TheIsland', ...options });
  const write = (ids: string[]) => fs.writeFileSync(game.banListFile, ids.map((id) => `${id}\n`).join(''));
  if (banned.length > 0) write(banned);
  const portal = await startPortal();
  const file = path.join(makeFolder(), 'agent.json');
  const rcon = { host: '127.0.0.1', port: game.port, password: game.adminPassword };
  const servers = [{ name: 'The Island', token: 'th_token-token', game: game.game, rcon, folder: game.savedFolder }];
  fs.writeFileSync(file, JSON.stringify({ portal: portal.url, stateDir: 'state', servers }));
  const agent = startAgent({ config: readConfig(file), log: createAgentLog(() => undefined), timing: quick });
  onTestFinished(() => agent.stop());
  await vi.waitFor(() => expect(portal.of('server.state').at(-1)).toMatchObject({ state: 'up' }));
  const states = (list: string) =>
    (portal.of('lists.state') as State[])
      .filter((state) => state.list === list)
      .map(({ list, digest, count }) => ({ list, digest, count }));
  const apply = async (list: string, add: string[], remove: string[] = []) =>
    ((await portal.ask('lists.apply', { list, add, remove })) as Results).result.results;
  return { game, portal, states, apply, write };
}

describe('the lists of a game', () => {
  it('are told after every hello and when someone changes them by hand', async () => {
    const { portal, states, write, game } = await setUp({ banned: [idOf(1), idOf(2)] });
    const both = { list: 'bans', digest: digestOf([idOf(1), idOf(2)]), count: 2 };
    const none = { list: 'whitelist', digest: null, count: 0 };
    await vi.waitFor(() => expect([states('bans'), states('whitelist')]).toEqual([[both], [none]]));
    portal.cut();
    await vi.waitFor(() =>
      expect([states('bans'), states('whitelist')]).toEqual([
        [both, both],
        [none, none],
      ]),
    );
    write([idOf(2)]);
    await vi.waitFor(() =>
      expect(states('bans').at(-1)).toEqual({ list: 'bans', digest: digestOf([idOf(2)]), count: 1 }),
    );
    fs.rmSync(game.banListFile);
    await vi.waitFor(() => expect(states('bans').at(-1)).toEqual({ list: 'bans', digest: digestOf([]), count: 0 }));
    expect(states('bans')).toHaveLength(4);
  });

  it('of 100,000 players are read completely', async () => {
    const ids = Array.from({ length: 100_000 }, (_, n) => idOf(n));
    const digest = digestOf(ids);
    const { portal, states } = await setUp({ banned: ids.toReversed() });
    await vi.waitFor(() => expect(states('bans').at(-1)).toEqual({ list: 'bans', digest, count: 100_000 }));
    const found: string[] = [];
    for (let isLast = false; !isLast;) {
      const { result } = (await portal.ask('lists.read', { list: 'bans', after: found.at(-1) })) as {
        result: { ids: string[]; isLast: boolean; digest: string };
      };
      expect(result.digest).toBe(digest);
      found.push(...result.ids);
      isLast = result.isLast;
    }
    expect(found).toEqual(ids);
  });

  it('are changed so that they hold in the game', async () => {
    const { game, apply, states } = await setUp({ banned: [idOf(1)], switches: { moderationReply: 'nothing' } });
    const { playerId } = game.join({ playerId: idOf(2) });
    expect(await apply('bans', [playerId, idOf(3)], [idOf(1)])).toEqual(
      [playerId, idOf(3), idOf(1)].map((id) => ({ playerId: id, outcome: 'confirmed' })),
    );
    expect(game.survivors()).toEqual([]);
    expect(() => game.join({ playerId })).toThrow('does not let this player in');
    game.join({ playerId: idOf(1) });
    await vi.waitFor(() => expect(states('bans').at(-1)?.digest).toBe(digestOf([playerId, idOf(3)])));
    game.switches.exclusiveJoin = true;
    expect(() => game.join({ playerId: idOf(4) })).toThrow('does not let this player in');
    expect(await apply('whitelist', [idOf(4)])).toEqual([{ playerId: idOf(4), outcome: 'confirmed' }]);
    game.join({ playerId: idOf(4) });
  });

  it('are not said to be changed by a game that ignores the command', async () => {
    const { game, apply } = await setUp({ banned: [idOf(1)], switches: { listCommandsWork: false } });
    expect(await apply('bans', [idOf(1), idOf(2)])).toEqual([
      { playerId: idOf(1), outcome: 'confirmed' },
      { playerId: idOf(2), outcome: 'failed', reason: 'The game accepted the command but did not change its list.' },
    ]);
    expect(game.received.filter((command) => command.startsWith('BanPlayer'))).toEqual([`BanPlayer ${idOf(2)}`]);
  });
});

describe('moderation', () => {
  it('passes ten bans of the background in a slow game, within the rate of the game', async () => {
    const { game, portal, apply } = await setUp({ switches: { tickMs: 15 } });
    const { playerId } = game.join();
    await vi.waitFor(() => expect(portal.of('players.online').at(-1)).toMatchObject({ players: [{ id: playerId }] }));
    const ids = Array.from({ length: 10 }, (_, n) => idOf(n));
    const bans = () => game.received.filter((command) => command.startsWith('BanPlayer'));
    const before = { at: performance.now(), count: game.received.length };
    const applied = apply('bans', ids);
    await vi.waitFor(() => expect(bans().length).toBeGreaterThan(0));
    expect(await portal.ask('players.kick', { playerId })).toMatchObject({ result: { outcome: 'confirmed' } });
    const order = game.received.filter((command) => /^(Ban|Kick)Player/.test(command));
    expect(order.indexOf(`KickPlayer ${playerId}`)).toBeLessThan(5);
    expect((await applied).map(({ outcome }) => outcome)).toEqual(ids.map(() => 'confirmed'));
    expect(bans()).toEqual(ids.map((id) => `BanPlayer ${id}`));
    const seconds = (performance.now() - before.at) / 1_000;
    // The rate, the burst that had not been used, and the kick.
    expect(game.received.length - before.count).toBeLessThanOrEqual(20 * seconds + 4 + 1);
  });

  it('reaches the players', async () => {
    const { game, portal } = await setUp({ game: 'asa', map: 'TheIsland_WP' });
    const { playerId } = game.join();
    await vi.waitFor(() => expect(portal.of('players.online').at(-1)).toMatchObject({ players: [{ id: playerId }] }));
    expect(await portal.ask('server.broadcast', { text: 'restart soon' })).toMatchObject({ result: {} });
    expect(game.screen(playerId).map(({ text }) => text)).toEqual(['restart soon']);
    expect(await portal.ask('server.console', { command: 'ListPlayers' })).toMatchObject({
      result: { output: expect.stringContaining(playerId) as string },
    });
    expect(await portal.ask('players.kick', { playerId })).toMatchObject({ result: { outcome: 'confirmed' } });
    expect(game.survivors()).toEqual([]);
    game.join({ playerId });
    expect(await portal.ask('players.kick', { playerId: idOf(9) })).toMatchObject({ error: { code: -32002 } });
  });
});
