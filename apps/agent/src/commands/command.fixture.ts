import type { CommandName } from '@tribehall/contract/agent/commands';
import { noResponse } from '@tribehall/ark/rcon/replies';
import { onTestFinished } from 'vitest';
import { gameTraits } from '../games.ts';
import { createCommandDispatcher } from './command-dispatcher.ts';
import { connect, startGameServer, type Exchange } from '../rcon/game-server.fixture.ts';
import { createTestLog } from '../testing/log.fixture.ts';
import { createDeaths } from '../watch/players/deaths.ts';
import { parseList } from '../watch/lists/list-content.ts';
import { createListFile } from '../watch/lists/list-file.ts';
import { createEchoes } from '../watch/chat/chat-memory.ts';
import { createIdentities } from '../watch/players/identities.ts';
import { createPlayersWatch } from '../watch/players/players-watch.ts';
import { noneInFlight, type CommandContext } from './command.ts';
import { runCommand } from './registry.ts';

export const ann = '76561197991984752';
export const bob = '76561197991984753';

/** By which the polls of the players are known. */
const pollTimeoutMs = 3_599_999;

type World = {
  online: string[];
  banned: Set<string>;
  hasBanList: boolean;
  /** The game's files; without them the lists are those above. */
  listFiles: { bans: string; whitelist: string } | undefined;
  arkIds: Map<string, string>;
  notes: Map<string, string>;
  hurriedSaves: number;
  /** Instead of the usual reply; true if it has handled the command. */
  onCommand?(exchange: Exchange): boolean;
};

/** A game over real RCON, with everything around the commands controlled by the test. */
export async function setUp(given: Partial<World> = {}, options: { game?: 'ase' | 'asa'; port?: number } = {}) {
  const world: World = {
    online: [ann, bob],
    banned: new Set(),
    hasBanList: true,
    listFiles: undefined,
    arkIds: new Map([[ann, '827627995']]),
    notes: new Map(),
    hurriedSaves: 0,
    ...given,
  };
  const server = await startGameServer({
    command(exchange) {
      if (world.onCommand?.(exchange)) return;
      const { command, respond } = exchange;
      const list = world.online.map((id, index) => `${index}. Player ${index}, ${id}`).join('\n');
      respond(command === 'ListPlayers' ? list || 'No Players Connected' : noResponse);
    },
  });
  const rcon = connect(options.port ?? server.port, { isAsciiOnly: options.game === 'ase' });
  const identities = createIdentities({
    isAsciiOnly: false,
    profiles: {
      find: (id) =>
        Promise.resolve(
          world.arkIds.has(id) ? { arkId: world.arkIds.get(id) ?? '', survivor: 'Annie', mtimeMs: 0 } : undefined,
        ),
      count: () => Promise.resolve(0),
    },
    memory: { recall: () => undefined, store: () => undefined },
  });
  const timing = { busyMs: 3_600_000, idleMs: 3_600_000, timeoutMs: pollTimeoutMs };
  const players = createPlayersWatch({
    // Without its own polls: the first would come before, between or after the commands of a test.
    rcon: {
      run: (command, options) =>
        options.timeoutMs === pollTimeoutMs
          ? Promise.reject(new Error('This is no test of polls.'))
          : rcon.run(command, options),
    },
    identities,
    hasLog: () => true,
    emit: () => undefined,
    log: { warn: () => undefined },
    timing,
  });
  onTestFinished(() => players.stop());
  const deaths = createDeaths();
  const ctx: CommandContext = {
    updates: { whyNot: () => undefined, install: () => Promise.resolve({ version: '0.2.0' }) },
    traits: gameTraits[options.game ?? 'asa'],
    log: createTestLog(),
    hideFromLogs: () => undefined,
    rcon,
    players,
    identities,
    deaths,
    lists: listsOf(world),
    echoes: createEchoes(),
    notes: {
      get: (key) => world.notes.get(key),
      set: (key, value) => {
        if (value === null) world.notes.delete(key);
        else world.notes.set(key, value);
        return Promise.resolve();
      },
    },
    hurryFacts: () => undefined,
    hurrySaves: () => void (world.hurriedSaves += 1),
    whyNoArkIds: () => undefined,
    inFlight: noneInFlight(),
    confirmation: { withinMs: 60, everyMs: 5 },
  };
  const createDispatcher = () =>
    createCommandDispatcher({
      run: (name, params, send) => runCommand(ctx, name, params, send),
      onFailure: () => undefined,
    });
  let id = 0;
  const send = (name: CommandName, params: unknown = {}, at = createDispatcher()) =>
    at({ jsonrpc: '2.0', id: (id += 1), method: name, params });
  const sent = () => server.commands.filter((command) => command !== 'ListPlayers');
  return { world, server, ctx, send, sent, deaths, log: ctx.log as ReturnType<typeof createTestLog> };
}

function listsOf(world: World): CommandContext['lists'] {
  const timing = { stableMs: 2, shrunkMs: 5 };
  const { listFiles } = world;
  if (listFiles) {
    const file = (list: keyof typeof listFiles) => createListFile({ files: [listFiles[list]], setting: list, timing });
    return { bans: file('bans'), whitelist: file('whitelist') };
  }
  const none = { kind: 'missing', reason: 'There is no list.' } as const;
  return {
    bans: {
      read: () => Promise.resolve(world.hasBanList ? parseList([...world.banned].join('\n')) : undefined),
      problem: () => (world.hasBanList ? undefined : none),
    },
    whitelist: { read: () => Promise.resolve(undefined), problem: () => none },
  };
}

export const outcome = (name: 'confirmed' | 'sent') => ({ result: { outcome: name } });
export const failure = (code: number) => ({ error: { code } });
