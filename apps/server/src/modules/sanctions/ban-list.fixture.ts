import { createHash } from 'node:crypto';
import type { AddedServer } from '../servers/changes.service.ts';
import { CommandError, connectTestAgent, type TestAgent } from '../../testing/test-agent.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import type { TestApp } from '../../testing/test-app.ts';

export type BanListGame = {
  id: string;
  name: string;
  /** What its BanList.txt contains. */
  banned: Set<string>;
  /** The commands received, over all connections. */
  received: { command: string; params: Record<string, unknown> }[];
  /** Switches: the game ignores bans, does not respond, has no readable list, or responds later. */
  faults: { ignoresBans: boolean; isDown: boolean; hasNoList: boolean; isOld: boolean; heldUntil?: Promise<void> };
  connect: () => Promise<void>;
  /** Cuts the connection; nothing of what happens then is reported. */
  cut: () => Promise<void>;
  isConnected: () => boolean;
  /** What the agent's watch does when the file has changed. */
  report: () => Promise<void>;
  online: (...players: { id: string; name: string }[]) => Promise<void>;
};

/** The name of the file, the same for servers of one installation. */
export type BanListOptions = { server?: AddedServer; clusterId?: string; file?: string; banned?: Set<string> };

const pageSize = 3;

/** A game server with a ban list, whose agent reads and changes it. */
export async function openBanList(app: TestApp, options: BanListOptions = {}): Promise<BanListGame> {
  const { clusterId } = options;
  const server = options.server ?? (await addTestServer(app, clusterId === undefined ? {} : { clusterId }));
  const banned = options.banned ?? new Set<string>();
  const faults: BanListGame['faults'] = { ignoresBans: false, isDown: false, hasNoList: false, isOld: false };
  const received: BanListGame['received'] = [];
  const stream = `stream-${server.id.padEnd(8, '0')}`.replaceAll(/[^\w-]/g, '_');
  let agent: TestAgent | undefined;

  const change = (playerId: string, isBanned: boolean) => {
    if (faults.isDown) throw new CommandError('gameOffline', 'The game does not respond.');
    if (faults.ignoresBans) return { outcome: 'sent' };
    if (isBanned) banned.add(playerId);
    else banned.delete(playerId);
    return { outcome: 'confirmed' };
  };
  const sorted = () => [...banned].toSorted((a, b) => (a < b ? -1 : 1));
  const digest = () => createHash('sha256').update(sorted().join('\n')).digest('hex');
  const refuseOld = () => {
    if (faults.isOld) throw new CommandError('notSupported', 'The agent is too old.');
  };
  const handlers: Record<string, (params: Record<string, unknown>) => unknown> = {
    'players.ban': ({ playerId }) => change(playerId as string, true),
    'players.unban': ({ playerId }) => change(playerId as string, false),
    'players.kick': () => ({ outcome: 'confirmed' }),
    'players.whisper': () => ({ outcome: 'confirmed' }),
    'lists.read': ({ after }) => {
      refuseOld();
      if (faults.hasNoList) throw new CommandError('notSupported', 'There is no list.');
      const rest = sorted().filter((id) => after === undefined || id > (after as string));
      return { ids: rest.slice(0, pageSize), isLast: rest.length <= pageSize, digest: digest() };
    },
    'lists.apply': ({ add, remove }) => {
      refuseOld();
      const added = (add as string[]).map((playerId) => ({ playerId, ...change(playerId, true) }));
      const removed = (remove as string[]).map((playerId) => ({ playerId, ...change(playerId, false) }));
      return { results: [...added, ...removed] };
    },
  };
  const commands = Object.fromEntries(
    Object.entries(handlers).map(([command, run]) => [
      command,
      async (params: Record<string, unknown>) => {
        received.push({ command, params });
        await faults.heldUntil;
        return run(params);
      },
    ]),
  );

  const game: BanListGame = {
    id: server.id,
    name: server.name,
    banned,
    received,
    faults,
    isConnected: () => agent !== undefined,
    async connect() {
      agent = await connectTestAgent(app, {
        token: server.token,
        hello: { stream, now: app.ctx.clock().toISOString() },
        commands,
      });
      await agent.sendEvents({ type: 'server.state', data: { state: 'up' }, at: app.ctx.clock() });
      await game.report();
    },
    async cut() {
      const cut = agent;
      agent = undefined;
      cut?.cut();
      await cut?.closed;
    },
    async report() {
      const data = {
        list: 'bans',
        digest: faults.hasNoList ? null : digest(),
        count: banned.size,
        ...(options.file !== undefined && { file: options.file }),
      } as const;
      await agent?.sendEvents({ type: 'lists.state', data, at: app.ctx.clock() });
    },
    async online(...players) {
      await agent?.sendEvents({ type: 'players.online', data: { players }, at: app.ctx.clock() });
    },
  };
  await game.connect();
  return game;
}
