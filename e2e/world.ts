import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

type Reply = { requestId: number; ok: boolean; data?: unknown; error?: string };
type Waiting = { resolve: (data: unknown) => void; reject: (error: Error) => void };

export type ScreenLine = { kind: string; text: string };
export type Survivor = { playerId: string; platformName: string; name: string };

/** Steers the demo world, as its players, its people on Discord and the troubles of their machines would. */
export type World = {
  ask<T = unknown>(serverId: string, action: string, values?: object): Promise<T>;
  say(serverId: string, playerId: string, text: string): Promise<void>;
  /** What the player sees on the screen, oldest first. */
  screen(serverId: string, playerId: string): Promise<ScreenLine[]>;
  survivors(serverId: string): Promise<Survivor[]>;
  /** The RCON commands exactly as they came. */
  received(serverId: string): Promise<string[]>;
  /** The stand-in Discord: its actions are listed in `apps/world/src/discord/steering-messages.ts`. */
  discord<T = unknown>(action: string, values?: object): Promise<T>;
  /** The stand-in video site. */
  video<T = unknown>(action: string, values?: object): Promise<T>;
  close(): void;
};

export async function connectWorld(socketFile = process.env['E2E_WORLD'] ?? ''): Promise<World> {
  const socket = await open(socketFile);
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  createInterface({ input: socket }).on('line', (line) => resolveReply(waiting, JSON.parse(line) as Reply));
  const send = <T>(message: object): Promise<T> =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve: (data) => resolve(data as T), reject });
      socket.write(`${JSON.stringify({ requestId: lastId, ...message })}\n`);
    });
  const ask = <T>(serverId: string, action: string, values: object = {}) =>
    send<T>({ type: 'ark', id: serverId, action, ...values });
  return {
    ask,
    discord: (action, values = {}) => send({ type: 'discord', action, ...values }),
    video: (action, values = {}) => send({ type: 'video', action, ...values }),
    say: (serverId, playerId, text) => ask(serverId, 'say', { playerId, text }),
    screen: (serverId, playerId) => ask(serverId, 'screen', { playerId }),
    survivors: (serverId) => ask(serverId, 'survivors'),
    received: (serverId) => ask(serverId, 'received'),
    close: () => socket.destroy(),
  };
}

function open(file: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(file, () => resolve(socket));
    socket.once('error', reject);
  });
}

function resolveReply(waiting: Map<number, Waiting>, reply: Reply): void {
  const asked = waiting.get(reply.requestId);
  waiting.delete(reply.requestId);
  if (reply.ok) asked?.resolve(reply.data);
  else asked?.reject(new Error(reply.error));
}
