import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { ReplyInput } from '@tribehall/contract';
import { expect, vi } from 'vitest';
import { CommandError } from '../../testing/test-agent.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import type { TestUser } from '../../testing/test-users.ts';
import { openGame, type Game } from '../players/players.fixture.ts';

type Reply<Data = unknown> = { status: number; code?: string; error?: string; details?: unknown; data: Data };
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type List = ReplyInput<'GET /ark/whitelist'>;

/** Calls below `/api/ark`, as an Admin unless told otherwise. */
export function createWhitelistCalls(app: TestApp, admin: TestUser) {
  async function call<Data>(method: Method, path: string, body?: object, as = admin) {
    const reply = await app.http.inject({ method, url: `/api/ark${path}`, headers: as.headers, ...(body && { body }) });
    return reply.json<Reply<Data>>();
  }
  return {
    call,
    add: (reach: object, playerId: string, as = admin) =>
      call<{ id: string }>('POST', '/whitelist', { reach, playerId }, as),
  };
}

let lastNumber = 0;
export function newPlayer(): string {
  lastNumber += 1;
  return `7656119${String(lastNumber).padStart(10, '0')}`;
}

export const ofServer = ({ id: serverId }: { id: string }) => ({ type: 'server', serverId });

/** The whitelist of a simulated game, in a file that can be read or not. */
type ListGame = Game & {
  list: Set<string>;
  report: () => Promise<void>;
  fail: (reason: string | undefined) => void;
  /** The next change is undone by hand before anybody looks at the file. */
  revertNext: () => void;
  /** Commands wait until what it returns is called. */
  hold: () => () => void;
};

export type GameOptions = {
  ids?: string[];
  list?: Set<string>;
  clusterId?: string;
  isReadable?: boolean;
  file?: string;
};

export async function openListGame(app: TestApp, options: GameOptions = {}): Promise<ListGame> {
  const { ids = [], clusterId = '', isReadable = true, list = new Set(ids), file } = options;
  let failure: string | undefined;
  let isReverted = false;
  let held = Promise.resolve();
  const digestOf = () =>
    createHash('sha256')
      .update([...list].toSorted().join('\n'))
      .digest('hex');
  const apply = ({ add, remove }: { add: string[]; remove: string[] }) => {
    if (failure !== undefined)
      return { results: [...add, ...remove].map((playerId) => ({ playerId, outcome: 'failed', reason: failure })) };
    for (const id of isReverted ? [] : add) list.add(id);
    for (const id of isReverted ? [] : remove) list.delete(id);
    isReverted = false;
    const outcome = isReadable ? 'confirmed' : 'sent';
    return { results: [...add, ...remove].map((playerId) => ({ playerId, outcome })) };
  };
  const game = await openGame(app, {
    server: await addTestServer(app, clusterId === '' ? {} : { clusterId }),
    commands: {
      'lists.apply': async (params) => {
        await held;
        return apply(params as unknown as { add: string[]; remove: string[] });
      },
      'lists.read': async ({ after = '' }) => {
        await held;
        if (!isReadable) throw new CommandError('notSupported', 'No file.');
        const sorted = [...list].toSorted().filter((id) => id > String(after));
        return { ids: sorted.slice(0, 2), isLast: sorted.length <= 2, digest: digestOf() };
      },
    },
  });
  const report = async () => {
    const digest = isReadable ? digestOf() : null;
    await game.agent.sendEvents({
      type: 'lists.state',
      data: { list: 'whitelist', digest, count: list.size, ...(file !== undefined && { file }) },
    });
  };
  await report();
  return {
    ...game,
    list,
    report,
    fail: (reason) => void (failure = reason),
    revertNext: () => void (isReverted = true),
    hold: () => {
      const holding = new AbortController();
      held = once(holding.signal, 'abort').then(() => undefined);
      return () => holding.abort();
    },
  };
}

export const sees = (list: ReadonlySet<string>, ...ids: string[]) =>
  vi.waitFor(() => expect([...list].toSorted()).toEqual(ids.toSorted()));
export const changes = ({ agent }: Game) => agent.received.filter(({ command }) => command === 'lists.apply');
