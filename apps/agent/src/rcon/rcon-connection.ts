import { packetTypes, refusedId, type Packet } from '@tribehall/ark/rcon/packets';
import { PacketLine } from './packet-line.ts';
import { RconError } from './rcon-error.ts';
import type { RconLimits } from './rcon-limits.ts';

export type RconTarget = { host: string; port: number; password: string };

/** A connection that is logged in. One exchange at a time. */
export type RconConnection = {
  exchange(command: Buffer, timeoutMs: number): Promise<Buffer>;
  onEnded(listener: (error: RconError) => void): void;
};

type Options = { target: RconTarget; limits: RconLimits; nextId: () => number; signal: AbortSignal };

export async function openRconConnection({ target, limits, nextId, signal }: Options): Promise<RconConnection> {
  signal.throwIfAborted();
  const line = new PacketLine({ ...target, maxReplyBytes: limits.maxReplyBytes });
  const stop = () =>
    line.end(signal.reason instanceof RconError ? signal.reason : new RconError('closed', 'Called off.'));
  signal.addEventListener('abort', stop, { once: true });
  line.onEnded(() => signal.removeEventListener('abort', stop));
  await line.connected(limits.connectMs);
  await login(line, { id: nextId(), password: target.password, timeoutMs: limits.loginMs });
  return {
    exchange: (command, timeoutMs) => exchange(line, { id: nextId(), command, timeoutMs }),
    onEnded: (listener) => line.onEnded(listener),
  };
}

async function login(
  line: PacketLine,
  { id, password, timeoutMs }: { id: number; password: string; timeoutMs: number },
) {
  const timeout = new RconError('timeout', 'The game server took the connection but did not answer the login.');
  const packet = { id, type: packetTypes.login, body: password };
  const answer = await line.ask({ packet, timeoutMs, timeout, read: (received) => readLogin(received, id) });
  if (answer === 'accepted') return;
  const refused = new RconError('refused', 'The game server refused the RCON password.');
  line.end(refused);
  throw refused;
}

/** ARK answers with one packet of type 2; others send an empty one of type 0 first, or answer with type 3. */
function readLogin({ id, type }: Packet, loginId: number): 'accepted' | 'refused' | undefined {
  const isAnswer = type === packetTypes.loginAnswer || type === packetTypes.login;
  if (id === refusedId && isAnswer) return 'refused';
  if (id !== loginId || type === packetTypes.response) return undefined;
  return isAnswer ? 'accepted' : 'refused';
}

async function exchange(
  line: PacketLine,
  { id, command, timeoutMs }: { id: number; command: Buffer; timeoutMs: number },
) {
  const timeout = new RconError('timeout', 'The game server did not answer in time.');
  const packet = { id, type: packetTypes.command, body: command };
  const read = (received: Packet) =>
    received.id === id && received.type === packetTypes.response ? received.body : undefined;
  try {
    return await line.ask({ packet, timeoutMs, timeout, read });
  } catch (error) {
    const code = error instanceof RconError ? error.code : 'closed';
    const reason = error instanceof Error ? error.message : '';
    throw new RconError(code, `${reason} Whether it ran the command is unknown.`, { cause: error });
  }
}
