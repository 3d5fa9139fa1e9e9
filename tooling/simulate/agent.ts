import fs from 'node:fs';
import path from 'node:path';
import { createBackOff, fullJitter } from '../../packages/common/src/back-off.ts';
import { createRedactor } from '../../packages/common/src/redactor.ts';
import { createCommandDispatcher } from '../../apps/agent/src/commands/command-dispatcher.ts';
import { noneInFlight, noUpdates, type CommandContext } from '../../apps/agent/src/commands/command.ts';
import { findCapabilities, runLogged } from '../../apps/agent/src/commands/registry.ts';
import { maintainConnection } from '../../apps/agent/src/connection/connection.ts';
import { connectionUrl } from '../../apps/agent/src/connection/portal-address.ts';
import { gameTraits } from '../../apps/agent/src/games.ts';
import { createLogRing } from '../../apps/agent/src/log/log-ring.ts';
import type { Draft } from '../../apps/agent/src/outbox/draft.ts';
import { Outbox } from '../../apps/agent/src/outbox/outbox.ts';
import { createEchoes } from '../../apps/agent/src/watch/chat/chat-memory.ts';
import { parsePlayerList } from '../../packages/ark/src/rcon/replies.ts';
import type { Game } from './game.ts';

export type SimulatedAgent = {
  isRunning: () => boolean;
  start: () => Promise<void>;
  /** Ends it without a word: what was not on the drive by now is gone. */
  kill: (options: { isTorn: boolean }) => void;
  /** Records an event; `onDurable` is called once it would survive the end of the process. */
  append: (draft: Draft, onDurable?: () => void) => void;
  waitingCount: () => number;
  stop: () => Promise<void>;
};

type AgentOptions = { folder: string; token: string; port: number; game: Game; cutCable: () => void };
type Running = { outbox: Outbox; stop: AbortController; finished: Promise<void>; isAlive: boolean };

const log = { info: () => undefined, warn: () => undefined, error: () => undefined, showCode: () => undefined };
const reconnectMs = [200, 500, 1_000, 2_000];
const missing = { kind: 'missing', reason: 'There is no list.' } as const;

/** The agent's own code for connection, outbox and commands, next to a game in memory. */
export function createAgent({ folder, token, port, game, cutCable }: AgentOptions): SimulatedAgent {
  let running: Running | undefined;
  let left: { name: string; bytes: Buffer } | undefined;

  const start = async () => {
    if (left) restore(folder, left);
    left = undefined;
    const outbox = await Outbox.open({ folder, log });
    const stop = new AbortController();
    const own: Running = { outbox, stop, finished: Promise.resolve(), isAlive: true };
    const ctx = createCommandContext(outbox, game, () => own.isAlive);
    own.finished = maintainConnection(
      {
        address: connectionUrl(`http://127.0.0.1:${port}`),
        token,
        outbox,
        ring: createLogRing(createRedactor({ secrets: [token], now: () => performance.now() })),
        log,
        greeting: () => ({
          agent: { name: 'simulated', version: '1.0.0' },
          game: 'asa',
          name: null,
          map: 'TheIsland_WP',
          version: '50.12',
          capabilities: findCapabilities(ctx),
        }),
        createDispatcher: () =>
          createCommandDispatcher({ run: (...call) => runLogged(ctx, ...call), onFailure: () => undefined }),
        onWelcome: () => outbox.appendUnlessWaiting(describePlayers(game)),
        backOff: createBackOff(reconnectMs, fullJitter),
        stableMs: 500,
        // Log lines are not what is looked at here.
        timing: { logGapMs: 5_000 },
      },
      stop.signal,
    );
    running = own;
  };

  return {
    isRunning: () => running !== undefined,
    start,
    kill({ isTorn }) {
      if (!running) return;
      running.isAlive = false;
      left = lastFile(folder, isTorn);
      cutCable();
      running.stop.abort();
      void running.outbox.close().catch(() => undefined);
      running = undefined;
    },
    append(draft, onDurable) {
      if (!running) return;
      const own = running;
      own.outbox.append([draft]);
      void own.outbox.written().then(() => own.isAlive && onDurable?.());
    },
    waitingCount: () => running?.outbox.waitingCount ?? 0,
    async stop() {
      if (!running) return;
      running.stop.abort();
      await running.finished;
      running.isAlive = false;
      await running.outbox.close();
      running = undefined;
    },
  };
}

export function describePlayers(game: Game): Draft {
  return { type: 'players.online', data: { players: game.online.map((id) => ({ id, name: `Player ${id}` })) } };
}

function createCommandContext(outbox: Outbox, game: Game, isAlive: () => boolean): CommandContext {
  const rcon = game.rcon(isAlive);
  const none = { read: () => Promise.resolve(undefined), problem: () => missing };
  return {
    traits: gameTraits.asa,
    updates: noUpdates,
    log,
    hideFromLogs: () => undefined,
    rcon,
    players: {
      ask: async (options) => parsePlayerList(await rcon.run('ListPlayers', options)),
      online: () => undefined,
    },
    identities: { arkIdOf: () => Promise.resolve(undefined), survivorOf: () => undefined, nameOf: ({ name }) => name },
    deaths: { expect: () => ({ seen: Promise.resolve(false), stop: () => undefined }) } as never,
    lists: { bans: none, whitelist: none },
    echoes: createEchoes(),
    notes: {
      get: (key) => outbox.note(key)?.value,
      set(key, value) {
        outbox.append([], { notes: { [key]: value } });
        return outbox.written();
      },
    },
    hurryFacts: () => undefined,
    hurrySaves: () => undefined,
    whyNoArkIds: () => undefined,
    inFlight: noneInFlight(),
    confirmation: { withinMs: 500, everyMs: 100 },
  };
}

/** The journal as it is on the drive at this moment; `isTorn`: with half of a line that was being written. */
function lastFile(folder: string, isTorn: boolean): { name: string; bytes: Buffer } | undefined {
  const names = fs.readdirSync(folder).filter((name) => /^journal-\d+\.log$/.test(name));
  const name = names.toSorted((a, b) => numberOf(a) - numberOf(b)).at(-1);
  if (name === undefined) return undefined;
  const bytes = fs.readFileSync(path.join(folder, name));
  return { name, bytes: isTorn ? Buffer.concat([bytes, Buffer.from('0a1b2c3d {"kind":"cha')]) : bytes };
}

/** What the killed process wrote after its end, as far as the simulation let it, is undone. */
function restore(folder: string, { name, bytes }: { name: string; bytes: Buffer }): void {
  for (const other of fs.readdirSync(folder)) fs.rmSync(path.join(folder, other), { recursive: true });
  fs.writeFileSync(path.join(folder, name), bytes);
}

function numberOf(name: string): number {
  return Number(/\d+/.exec(name)?.[0]);
}
